// `npm run admin`, `npm run bench` and `npm run attack`: finds the right Node, then runs the tool under it.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode } from "./start/node.mjs";

const scripts = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(scripts);
process.chdir(root);

const [tool, ...args] = process.argv.slice(2);
const tools = {
  admin: () => [path.join(scripts, "start/admin.ts"), ...args],
  attack: () => [path.join(scripts, "attack.ts"), ...args],
  bench: () => benchmark(args),
};
const command = tools[tool]();
try {
  await ensureInstalled(root, { development: tool !== "admin" });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const settings = existsSync(".env") ? ["--env-file=.env"] : [];
const child = spawn(findNode(root), [...settings, ...command], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

function benchmark([name = "", ...rest]) {
  const file = path.join(scripts, "bench", `${name}.ts`);
  if (/^[\w-]+$/.test(name) && existsSync(file)) return ["--expose-gc", file, ...rest];
  const names = readdirSync(path.join(scripts, "bench"))
    .filter((entry) => entry.endsWith(".ts"))
    .map((entry) => entry.slice(0, -3));
  console.error(`Usage: npm run bench -- NAME [options], NAME being one of: ${names.join(", ")}`);
  process.exit(2);
}
