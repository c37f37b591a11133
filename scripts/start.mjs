// Runs under any Node from 18 on and needs nothing installed: `npm start` on a fresh clone begins here.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode, keepCompiled } from "./start/node.mjs";
import { whenNpmEnds } from "./start/npm.mjs";
import { requireFreePort } from "./start/port.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// Variables already set win over the file's.
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
// A terminal sends Ctrl-C to the service as well; whoever signals this process alone means the service too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => service.connected && service.send({ stop: signal }));
}
whenNpmEnds(
  ["start", "dev"],
  "start.mjs",
  () => service.connected && service.send({ stop: "npm has ended" }),
);
service.on("error", (error) => {
  console.error(`The service could not be started: ${error.message}`);
  process.exit(1);
});
service.on("exit", (code, signal) => {
  if (signal) console.error(`The service was ended by ${signal}; the next npm start heals what it left.`);
  process.exit(code ?? 1);
});
