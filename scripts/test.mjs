// `npm test` and `npm run test:all` on a fresh clone, under any Node from 18 on: installs, then runs everything under the project's own
// Node.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./start/install.mjs";
import { findNode, keepCompiled } from "./start/node.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const startedAtMs = Date.now();
try {
  await ensureInstalled(root, { development: true });
} catch (error) {
  console.error(error.message);
  console.log("0 passed, 1 failed, 0 skipped");
  process.exit(1);
}
keepCompiled(root);
const child = spawn(findNode(root), [path.join(root, "scripts/test/main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, INSTALL_MS: String(Date.now() - startedAtMs) },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
