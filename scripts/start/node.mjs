import { existsSync } from "node:fs";
import path from "node:path";

/** The Node that the project brings along; the running one when it is new enough and the other is not there. */
export function findNode(root) {
  const own = path.join(
    root,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(own)) return own;
  if (isNodeNewEnough()) return process.execPath;
  console.error("Node 24 is missing from node_modules: delete node_modules and start again.");
  process.exit(1);
}

/** Whether the running Node can run the service, so that none has to be installed. */
export function isNodeNewEnough() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major === 24 && minor >= 2;
}

/** What Node compiles for one process, those started after it need not compile again: a start takes a quarter less time. */
export function keepCompiled(root) {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, "node_modules", ".cache", "compiled");
}
