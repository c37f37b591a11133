import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serviceLock } from "#lib/platform/installation.ts";
import { tryLock } from "#lib/platform/os-lock.ts";
import { lockDataDir, prepareDataFolder, type ServiceFileContent, writeServiceFile } from "./lock.ts";

const me: ServiceFileContent = {
  parent_pid: process.ppid,
  purpose: "service",
  port: 4000,
  base_url: "http://x",
};
let dataDir: string;
beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "photos-lock-")), "data");
});
afterEach(() => rm(path.dirname(dataDir), { recursive: true }));

const modeOf = async (name = "") => ((await stat(path.join(dataDir, name))).mode & 0o777).toString(8);

/** A data folder whose service is creating its cluster, as PostgreSQL's user, who passes through the folder. */
async function beginFirstStart(): Promise<() => void> {
  await prepareDataFolder(dataDir);
  const release = tryLock(serviceLock(dataDir));
  if (!release) throw new Error("the lock is held");
  writeServiceFile(dataDir, me);
  await writeFile(path.join(dataDir, "opened"), "");
  await chmod(path.join(dataDir, "opened"), 0o644);
  await chmod(dataDir, 0o711);
  return release;
}

test("a start, and a worker, that does not hold the lock changes nothing in the folder", async () => {
  const release = await beginFirstStart();
  const names = await readdir(dataDir);
  await expect(lockDataDir(dataDir, { ...me, port: 4001 })).rejects.toThrow(
    `Another process uses ${dataDir}: pid ${process.pid}, http://x. Stop it`,
  );
  await prepareDataFolder(dataDir);
  expect([await modeOf(), await modeOf("opened"), await readdir(dataDir)]).toEqual(["711", "644", names]);
  release();
});

test("the holder of the lock closes the folder to other users", async () => {
  (await beginFirstStart())();
  const release = await lockDataDir(dataDir, me);
  expect([await modeOf(), await modeOf("opened"), await modeOf("service.json")]).toEqual([
    "700",
    "600",
    "600",
  ]);
  release();
});

test("a new data folder is closed to other users, and the folders above it are not", async () => {
  dataDir = path.join(dataDir, "inner");
  const release = await lockDataDir(dataDir, me);
  const usual = (0o777 & ~process.umask()).toString(8);
  expect([await modeOf(), await modeOf("..")]).toEqual(["700", usual]);
  release();
  dataDir = path.dirname(dataDir);
});
