// Runs under any Node from 18 on, without installed packages: `npm start` on a fresh clone begins here.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode, keepCompiled } from "./start/node.mjs";
import { surviveClosedOutput } from "./start/output.mjs";
import { requireFreePort } from "./start/port.mjs";
import { passStopsOn } from "./start/stops.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
surviveClosedOutput();
// Variables that are already set take precedence over the file.
if (typeof process.loadEnvFile === "function") {
  try {
    process.loadEnvFile(path.join(root, ".env"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

const startedAt = Date.now();
try {
  await requireFreePort(process.env);
  await ensureInstalled(root, { development: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

keepCompiled(root);
const mode = process.argv[2] === "dev" ? "dev" : "start";
const service = spawn(findNode(root), [path.join(root, "scripts/start/main.ts"), mode], {
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...process.env, START_TIME_MS: String(startedAt) },
});
// The service handles the stop, which it may also receive by other ways, and repeatedly.
const isStopped = passStopsOn({ scripts: ["start", "dev"], file: "start.mjs" }, (signal) => {
  if (service.connected) service.send({ stop: signal }, () => undefined);
});
service.on("error", (error) => {
  console.error(`The service could not be started: ${error.message}`);
  process.exit(1);
});
service.on("exit", (code, signal) => {
  // Signals that arrive before the service handles them end it immediately.
  if (isStopped() && signal !== "SIGKILL") process.exit(code ?? 0);
  if (signal) console.error(`The service was ended by ${signal}; the next npm start recovers from it.`);
  process.exit(code ?? 1);
});
