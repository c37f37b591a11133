import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const documented = new Set(read("docs/configuration.md").match(/(?<=`)[A-Z][A-Z0-9_]+(?=[`=])/g));
/** Settings of the runtime, the shell and the other images. */
const others =
  /^(NODE_ENV|NODE_COMPILE_CACHE|PATH|HOST|POSTGRES_\w+|ROOT_(ACCESS|SECRET)_KEY|S3_SECRET|COMMIT|BASE|NODE_EXTRA_CA_CERTS)$/;
const units = globSync("ops/systemd/*.service", { cwd: root });
const manifests = [...globSync("ops/kubernetes/*.yaml", { cwd: root }), "compose.yaml", "compose.one.yaml"];

/** The names of settings in a file: keys of an `environment`, `name`s of an `env`, and those of ENV and Environment=. */
function settingsOf(file: string): string[] {
  const text = read(file).replaceAll(/^ *#.*$/gm, "");
  const keys = text.match(/(?<=^|[\s{])[A-Z][A-Z0-9_]{3,}(?=[:=])/gm) ?? [];
  const named = [...text.matchAll(/\bname: ([A-Z][A-Z0-9_]+),/g)].map(([, name = ""]) => name);
  return [...keys, ...named].filter((name) => !others.test(name));
}

test.each(["Dockerfile", ".env.example", ...units, ...manifests])(
  "%s contains only documented settings",
  (file) => {
    expect(settingsOf(file).filter((name) => !documented.has(name))).toEqual([]);
  },
);

test.each(["Dockerfile", ...units, ...manifests])("every script that %s runs exists", (file) => {
  const scripts = read(file).match(/scripts\/[\w/.-]+\.(mjs|ts|sh)/g) ?? [];
  expect(scripts.filter((script) => !existsSync(path.join(root, script)))).toEqual([]);
});

test.each(units)("%s waits for readiness and allows the service time to stop", (file) => {
  const text = read(file);
  for (const line of ["Type=notify", "NotifyAccess=all", "KillMode=mixed", "TimeoutStopSec=75"])
    expect(text.split("\n")).toContain(line);
});

test("nothing that the service imports is excluded from the image", () => {
  const linesOf = (file: string) =>
    read(file)
      .split("\n")
      .filter(Boolean)
      .map((line) => line.replace(/\/$/, ""));
  // Folders that git ignores too are created again by the image's build.
  const made = linesOf(".gitignore");
  const folders = linesOf(".dockerignore").filter((line) => !line.includes("*") && !made.includes(line));
  const isExcluded = (target: string) => folders.some((folder) => target.startsWith(`${folder}/`));
  const imports = sources().flatMap((file) => importsOf(file).map((target) => ({ file, target })));
  expect(imports.length).toBeGreaterThan(1_000);
  expect(imports.filter(({ target }) => isExcluded(target))).toEqual([]);
});

/** Files of the image. */
function sources(): string[] {
  const patterns = [
    "lib/**/*.ts",
    "app/**/*.{ts,tsx}",
    "components/**/*.{ts,tsx}",
    "scripts/start/*",
    "scripts/admin/**/*.ts",
  ];
  const isTest = (file: string) => /\.test\.ts$|^lib\/testing\//.test(file);
  return globSync(patterns, { cwd: root }).filter((file) => !isTest(file));
}

/** Paths of what a file imports; a package has its name. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/(?:from|import)\(? ?"([^"]+)"/g);
  return [...imports].map(([, name = ""]) =>
    name.startsWith(".") ? path.join(path.dirname(file), name) : name.replace(/^#/, ""),
  );
}
