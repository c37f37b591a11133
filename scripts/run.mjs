// `npm run admin`, `worker`, `bench` and `attack`: installs, finds the right Node, then runs the tool under it.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode, keepCompiled } from "./start/node.mjs";
import { whenNpmEnds } from "./start/npm.mjs";

const scripts = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(scripts);
process.chdir(root);

const [tool, ...args] = process.argv.slice(2);
const tools = {
  admin: () => [path.join(scripts, "start/admin.ts"), ...args],
  attack: () => [path.join(scripts, "attack.ts"), ...args],
  bench: () => benchmark(args),
  worker: () => [path.join(scripts, "start/worker.ts")],
};
/** What the service itself needs is enough for these. */
const operating = ["admin", "worker"];
/** A worker ends so when its database has another address: another run finds it. */
const runAgain = 75;
const command = tools[tool]();
try {
  await ensureInstalled(root, { development: !operating.includes(tool) });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
keepCompiled(root);
const settings = existsSync(".env") ? ["--env-file=.env"] : [];
let child = run();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
whenNpmEnds(["worker"], "run.mjs", () => child.kill("SIGTERM"));

/** A worker hears by the channel when this process is gone. */
function run() {
  const stdio = ["inherit", "inherit", "inherit", ...(tool === "worker" ? ["ipc"] : [])];
  return spawn(findNode(root), [...settings, ...command], { stdio }).on("exit", (code) => {
    if (code === runAgain) child = run();
    else process.exit(code ?? 1);
  });
}

function benchmark([name = "", ...rest]) {
  const file = path.join(scripts, "bench", `${name}.ts`);
  if (/^[\w-]+$/.test(name) && existsSync(file)) return ["--expose-gc", file, ...rest];
  const names = readdirSync(path.join(scripts, "bench"))
    .filter((entry) => entry.endsWith(".ts"))
    .map((entry) => entry.slice(0, -3));
  console.error(`Usage: npm run bench -- NAME [options], NAME being one of: ${names.join(", ")}`);
  process.exit(2);
}
