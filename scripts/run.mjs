// `npm run admin`, `worker`, `migrate`, `bench`, `attack` and `conformance`: installs, finds the right Node, then runs the tool under it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode, keepCompiled } from "./start/node.mjs";
import { surviveClosedOutput } from "./start/output.mjs";
import { passStopsOn } from "./start/stops.mjs";

const scripts = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(scripts);
process.chdir(root);

const [tool, ...args] = process.argv.slice(2);
const tools = {
  admin: () =>
    // The doctor examines setups that may be broken, so nothing is started or migrated first.
    args[0] === "doctor"
      ? [path.join(scripts, "doctor.ts"), ...args.slice(1)]
      : [path.join(scripts, "start/admin.ts"), ...args],
  attack: () => [path.join(scripts, "attack.ts"), ...args],
  bench: () => [path.join(scripts, "bench.ts"), ...args],
  conformance: () => [path.join(scripts, "conformance.ts"), ...args],
  migrate: () => [path.join(scripts, "migrate.ts"), ...args],
  worker: () => [path.join(scripts, "start/worker.ts")],
};
/** These tools need only the service's production packages. */
const operating = ["admin", "worker"];
const isOperating = operating.includes(tool) || (tool === "migrate" && /^(status|deploy)$/.test(args[0]));
/** Exit code of a worker whose database has a new address; the next run finds it. */
const runAgain = 75;
const command = tools[tool]();
try {
  await ensureInstalled(root, { development: !isOperating });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
keepCompiled(root);
if (tool === "worker") surviveClosedOutput();
const settings = existsSync(".env") ? ["--env-file=.env"] : [];
let child = run();
const isStopped = passStopsOn({ scripts: ["worker"], file: "run.mjs" }, (signal) => {
  if (tool !== "worker") child.kill(signal);
  else if (child.connected) child.send({ stop: signal }, () => undefined);
});

/** A worker receives signals, and the end of this process, over the IPC channel. */
function run() {
  const stdio = ["inherit", "inherit", "inherit", ...(tool === "worker" ? ["ipc"] : [])];
  return spawn(findNode(root), [...settings, ...command], { stdio }).on("exit", (code, signal) => {
    if (tool === "worker" && isStopped() && signal !== "SIGKILL")
      process.exit(code === runAgain ? 0 : (code ?? 0));
    if (code === runAgain) child = run();
    else process.exit(code ?? 1);
  });
}
