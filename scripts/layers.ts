// `node scripts/layers.ts`: checks the imports between modules against layers.json, and the table in AGENTS.md;
// `node scripts/layers.ts write` updates the table.
import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import list from "../layers.json" with { type: "json" };

type Layers = Record<string, Record<string, string>>;

interface Module {
  folder: string;
  /** Regular expression for its files. */
  files: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** The modules of a folder in layer order, top first; `*` stands for the files directly in it. */
function listModules(folder: string, layers: Layers): Module[] {
  return Object.values(layers).flatMap((layer) =>
    Object.keys(layer).map((name) => ({
      folder: `${folder}/${name}`,
      files: name === "*" ? `^${folder}/[^/]+$` : `^${folder}/${name}/`,
    })),
  );
}

/** A module imports only those below it, so modules form no cycle. */
function orderRules(modules: Module[]): IForbiddenRuleType[] {
  return modules.flatMap(({ folder, files }, index) => {
    if (index === 0) return [];
    const above = modules.slice(0, index).map((other) => other.files);
    const to = { path: above, pathNot: "^lib/db/generated/enums" };
    return { name: `${folder} imports only modules below it`, severity: "error", from: { path: files }, to };
  });
}

const framework = "^node_modules/(@types/)?(next|react|react-dom)/";
const prisma = "^(node_modules/@prisma/|lib/db/generated/client)";

/** Name, files, and the files that they must not import. */
const otherRules = [
  ["lib imports neither components nor app", "^lib/(?!testing/)", "^(components|app)/"],
  ["components do not import app", "^components/", "^app/"],
  ["only tests import lib/testing", "^(components|app)/", "^lib/testing/"],
  ["only scripts import scripts", "^(lib|components|app|sdk)/", "^scripts/"],
  [
    "the SDK uses the service only through its API",
    "^sdk/src/(?!testing/)",
    "^(lib|components|app|node_modules)/",
  ],
  ["the service does not need the SDK", "^(lib|components|app)/", "^sdk/"],
  ["only app, components and lib/auth use React and Next", "^lib/(?!auth/|testing/)", framework],
  ["only lib uses Prisma", "^(components|app)/", prisma],
] as const;

/** Returns the violations as text; empty if there are none. */
async function checkImports(): Promise<string> {
  const { output, exitCode } = await cruise(["lib", "components", "app", "sdk/src"], {
    baseDir: root,
    validate: true,
    ruleSet: {
      forbidden: [
        ...orderRules(listModules("lib", list.lib)),
        ...orderRules(listModules("lib/imaging", list["lib/imaging"])),
        ...orderRules(listModules("components", list.components)),
        ...otherRules.map(([name, from, to]): IForbiddenRuleType => {
          return { name, severity: "error", from: { path: from }, to: { path: to } };
        }),
      ],
    },
    // dependency-cruiser's other parser needs TypeScript below 7. Type imports count as imports.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json", ".d.ts"],
      exportsFields: ["exports"],
    },
    outputType: "err",
  });
  return exitCode === 0 ? "" : `${output}`;
}

function checkFolders(folder: "lib" | "components"): string[] {
  const listed = Object.values<Record<string, string>>(list[folder]).flatMap((layer) => Object.keys(layer));
  const found = readdirSync(path.join(root, folder), { withFileTypes: true });
  const present = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [
    ...present.filter((name) => !listed.includes(name)).map((name) => `${folder}/${name} is missing in`),
    ...listed
      .filter((name) => name !== "*" && !present.includes(name))
      .map((name) => `${folder}/${name} does not exist: remove it from`),
  ].map((fault) => `${fault} layers.json`);
}

const valueImport = /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\sfrom\s+)?"([^"]+)"/gm;

/** The files that a file loads, itself included; imports of types alone load nothing. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, names = "", from = ""] of readFileSync(file, "utf8").matchAll(valueImport)) {
    const listed = /^\{([^}]*)\}$/
      .exec(names.trim())?.[1]
      ?.split(",")
      .map((name) => name.trim());
    if (listed?.every((name) => name === "" || name.startsWith("type "))) continue;
    const isOurs = from.startsWith("#lib/") || from.startsWith(".");
    if (!isOurs || !from.endsWith(".ts")) continue;
    filesOf(
      from.startsWith(".") ? path.resolve(path.dirname(file), from) : path.join(root, from.slice(1)),
      found,
    );
  }
  return found;
}

/** An entry that loads more files than it may. */
function checkBudgets(): string[] {
  return Object.entries(list.budgets).flatMap(([entry, most]) => {
    const { size } = filesOf(path.join(root, entry));
    return size <= most
      ? []
      : [`${entry} loads ${size} files, more than the ${most} of \`budgets\` in layers.json`];
  });
}

const agentsFile = path.join(root, "AGENTS.md");
const tablePattern = /\| Layer \| Modules.*?\n\n/s;

function drawTable(): string {
  const rows = Object.entries<Record<string, string>>(list.lib).map(([layer, modules]) => {
    const cells = Object.entries(modules).map(([name, text]) =>
      name === "*" ? text : `\`${name}\` ${text}`,
    );
    return `| ${layer} | ${cells.join(" · ")} |\n`;
  });
  return `| Layer | Modules of \`lib/\` |\n|---|---|\n${rows.join("")}\n`;
}

async function checkTable(): Promise<string[]> {
  const text = await readFile(agentsFile, "utf8");
  if (text.includes(drawTable())) return [];
  return ["The table of layers in AGENTS.md differs from layers.json: run `node scripts/layers.ts write`"];
}

if (process.argv[2] === "write") {
  const text = await readFile(agentsFile, "utf8");
  await writeFile(
    agentsFile,
    text.replace(tablePattern, () => drawTable()),
  );
} else {
  const faults = [
    ...checkFolders("lib"),
    ...checkFolders("components"),
    ...checkBudgets(),
    ...(await checkTable()),
    await checkImports(),
  ];
  const text = faults.filter((fault) => fault !== "").join("\n");
  if (text) console.error(text);
  process.exitCode = text === "" ? 0 : 1;
}
