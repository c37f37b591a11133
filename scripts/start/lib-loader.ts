import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
/** A line that exports a value; types leave no trace. */
const declaration = /^export (?:async |abstract )*(?:function\*?|const|let|class) (\w+)/gm;
const list = /^export \{([^}]*)\}/gm;

/**
 * Turbopack's loader for modules of `lib` in code for the server: the build contains a reference to the module that
 * Node has loaded for the API, so that the process has one copy of each class, pool and cache.
 */
export default function reference(this: { resourcePath: string }, source: string): string {
  const listed = [...source.matchAll(list)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(" as ").at(-1)?.trim() ?? ""),
  );
  const declared = [...source.matchAll(declaration)].map(([, name = ""]) => name);
  const names = [...declared, ...listed].filter((name) => name !== "" && !name.startsWith("type "));
  const specifier = JSON.stringify(`#${path.relative(root, this.resourcePath).split(path.sep).join("/")}`);
  return [
    'const { createRequire } = process.getBuiltinModule("module");',
    // The server and the build run in the folder of the project.
    `const loaded = createRequire(process.cwd() + "/package.json")(${specifier});`,
    ...names.map((name) => `export const ${name} = loaded.${name};`),
  ].join("\n");
}
