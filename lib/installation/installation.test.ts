import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { tryLock } from "#lib/platform/os-lock.ts";
import { useDatabase } from "#lib/testing/database.ts";
import {
  assignNewInstallation,
  readInstallation,
  serviceLock,
  settleInstallation,
  takeOverInstallation,
} from "./index.ts";

const url = await useDatabase();
const run = promisify(execFile);
let folder: string;
const at = (name: string) => path.join(folder, name);
const active = { standby: null, formerPath: null };

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-installation-"));
  await mkdir(at("data"));
});
afterEach(async () => {
  await db().installation.deleteMany();
  await rm(folder, { recursive: true, force: true });
});

// All directories share one database: a copy has the rows of its original.
const settle = (name: string) => settleInstallation({ dataDir: at(name), url });
const copy = (from: string, to: string) => run("cp", ["-a", at(from), at(to)]);
const idOf = async (name: string) =>
  JSON.parse(await readFile(path.join(at(name), "installation.json"), "utf8")).id;

test("a data directory has the same installation id at every start", async () => {
  expect(await settle("data")).toEqual(active);
  const id = await idOf("data");
  expect(await readInstallation(url)).toEqual({ id, standby: null });
  expect(await settle("data")).toEqual(active);
  expect(await idOf("data")).toBe(id);
});

test("a copy beside its original is in standby, and names the path of the original", async () => {
  await settle("data");
  await copy("data", "copy");
  const standby = { reason: "copy", path: at("data") };
  expect(await settle("copy")).toEqual({ standby, formerPath: null });
  expect(await readInstallation(url)).toMatchObject({ standby });
  // With the same database, the original is unaffected.
  expect(await settle("data")).toEqual(active);
});

test.runIf(process.platform === "linux")(
  "a moved folder remains the installation, also after it was restored",
  async () => {
    await settle("data");
    await rename(at("data"), at("moved"));
    expect(await settle("moved")).toEqual({ standby: null, formerPath: at("data") });
    expect(await settle("moved")).toEqual(active);
    await copy("moved", "backup");
    await rm(at("moved"), { recursive: true });
    await rename(at("backup"), at("moved"));
    expect(await settle("moved")).toEqual(active);
  },
);

test("a copy that takes over becomes the installation, and its original becomes the copy", async () => {
  await settle("data");
  await copy("data", "copy");
  await settle("copy");
  expect(await takeOverInstallation({ dataDir: at("copy"), url })).toBe(at("data"));
  expect(await settle("copy")).toEqual(active);
  expect(await settle("data")).toMatchObject({ standby: { reason: "copy", path: at("copy") } });
});

test("a copy cannot take over while the original's service runs", async () => {
  await settle("data");
  await copy("data", "copy");
  const release = tryLock(serviceLock(at("data")));
  await expect(takeOverInstallation({ dataDir: at("copy"), url })).rejects.toThrow(
    `A service runs on ${at("data")}`,
  );
  release?.();
  expect(await settle("copy")).toMatchObject({ standby: { reason: "copy" } });
});

test("a separated copy is an installation of its own, and its original remains active", async () => {
  await settle("data");
  const id = await idOf("data");
  await copy("data", "copy");
  await settle("copy");
  const own = await assignNewInstallation({ dataDir: at("copy"), url });
  expect(own).not.toBe(id);
  expect(await settle("copy")).toEqual(active);
  expect(await idOf("copy")).toBe(own);
  expect(await idOf("data")).toBe(id);
  // The original's own database would still have the original id.
  await db().installation.updateMany({ data: { id } });
  expect(await settle("data")).toEqual(active);
});

test("a folder with another installation's database, without its file, or with a damaged file is not active", async () => {
  await settle("data");
  await db().installation.updateMany({ data: { id: "ins_other" } });
  expect(await settle("data")).toMatchObject({ standby: { reason: "other database" } });
  const file = path.join(at("data"), "installation.json");
  await rm(file);
  expect(await settle("data")).toMatchObject({ standby: { reason: "unrecorded" } });
  await writeFile(file, "{");
  await expect(settle("data")).rejects.toThrow(`${file} is damaged`);
});

test("a read-only check detects a copy before the service has recorded it", async () => {
  await settle("data");
  await copy("data", "copy");
  const { standby } = await settleInstallation({ dataDir: at("copy"), url }, { readOnly: true });
  expect(standby).toMatchObject({ reason: "copy" });
});
