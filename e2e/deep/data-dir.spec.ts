// Guards: a start on a damaged data folder prints one sentence with the fix, and the repaired folder serves again.

import { execFile } from "node:child_process";
import { cp, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { findTestPort } from "#lib/testing/port.ts";
import {
  admin,
  end,
  innerProcesses,
  placeOfEach,
  startAt,
  startServing,
  untilServing,
} from "../own-service.ts";

test.describe.configure({ timeout: 300_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

const place = placeOfEach();

const at = (name: string) => path.join(place.dataDir, name);

async function expectRefused(says: RegExp, variables: Record<string, string> = {}): Promise<void> {
  const refused = startAt(place, variables);
  expect(await refused.exit()).toBe(1);
  const lines = refused.output().split("\n").filter(Boolean);
  expect(lines).toEqual([expect.stringMatching(says)]);
  expect(await innerProcesses(place)).toEqual([]);
}

const empty = (file: string) => truncate(file);
const remove = (file: string) => rm(file, { recursive: true });
/** What is in this file's place is a file. */
const replace = async (file: string) => {
  await remove(file);
  await writeFile(file, "");
};

const refusals: [file: string, damage: (file: string) => Promise<void>, says: RegExp][] = [
  ["postgres/cluster/PG_VERSION", remove, /without its file PG_VERSION\. Put it back/],
  ["postgres/cluster/PG_VERSION", empty, /without its file PG_VERSION\. Put it back/],
  [
    "postgres/cluster/global/pg_control",
    remove,
    /cannot be opened: could not find the database.* Put it back/,
  ],
  ["postgres/cluster/pg_wal", remove, /cannot be opened: .*pg_wal.* Put it back/],
  ["postgres/cluster/base", remove, /cannot be opened: .* Put it back/],
  ["postgres/password", remove, /password of the database, is missing or empty\. Put it back/],
  ["postgres/password", empty, /password of the database, is missing or empty\. Put it back/],
  ["postgres", replace, /a file is where a folder is needed.* Move it away/],
  ["processes", replace, /a file is where a folder is needed.* Move it away/],
  ["secrets.json", empty, /secrets\.json is damaged\. Restore it from a backup/],
  ["installation.json", empty, /installation\.json is damaged\. Restore it from a backup/],
];
/** The start repairs these, or makes them again. */
const harmless: [file: string, damage: (file: string) => Promise<void>][] = [
  ["postgres/cluster/postmaster.pid", (file) => writeFile(file, "")],
  ["postgres/server.log", remove],
  ["service.lock", (file) => writeFile(file, "what a damaged disk left ".repeat(100))],
  ["service.json", (file) => writeFile(file, "")],
  ["demo.json", empty],
  ["first-photos.json", (file) => writeFile(file, "[]")],
];

test("each damage is refused with its fix, the repaired folder serves again, and the rest is made again", async () => {
  await end(await startServing(place));
  const intact = path.join(place.folder, "intact");
  await cp(place.dataDir, intact, { recursive: true, preserveTimestamps: true });
  for (const [file, damage, says] of refusals) {
    await test.step(file, async () => {
      // Kept beside it, as only a rename keeps the owner and the inode.
      await rename(at(file), `${at(file)}.kept`);
      await cp(path.join(intact, file), at(file), { recursive: true });
      await damage(at(file));
      await expectRefused(says);
      await rm(at(file), { recursive: true, force: true });
      await rename(`${at(file)}.kept`, at(file));
    });
  }
  for (const [file, damage] of harmless) await damage(at(file));
  const password = await readFile(at("postgres/password"), "utf8");
  await end(await startServing(place));
  expect(await readFile(at("postgres/password"), "utf8")).toBe(password);
});

test("a copy of a folder does not start before it is adopted", async () => {
  const service = await startServing(place);
  const copy = { ...place, dataDir: path.join(place.folder, "copy"), port: await findTestPort() };
  // With the owners of its files: the database of a service that root runs belongs to another user.
  await promisify(execFile)("cp", ["-a", place.dataDir, copy.dataDir]);
  const refused = startAt(copy);
  expect(await refused.exit()).toBe(1);
  expect(refused.output()).toMatch(/was moved or copied from .* installation adopt/);
  expect(await innerProcesses(copy)).toEqual([]);
  await end(service);

  expect(await admin({ DATA_DIR: copy.dataDir }, "installation", "adopt")).toContain(
    `${copy.dataDir} is the installation from now on`,
  );
  await end(await startServing(copy));
});

test("of two first starts at the same time one serves, and the other names it", async () => {
  const starts = [startAt(place), startAt({ ...place, port: place.port + 1 })];
  const first = await Promise.race(starts.map(async (one) => [one, await one.exit()] as const));
  const [refused, code] = first;
  expect([code, refused.output()]).toEqual([1, expect.stringContaining("Another process uses")]);
  const serving = starts.find((one) => one !== refused);
  if (!serving) throw new Error("both starts ended");
  await untilServing(serving, place.port + starts.indexOf(serving));
});

test("a service whose base URL is an IPv6 address of this machine listens there", async () => {
  const service = startAt(place, { BASE_URL: `http://[::1]:${place.port}` });
  await expect.poll(() => service.output(), { timeout: 120_000 }).toContain("✓ Serving http://[::1]");
  expect((await fetch(`http://[::1]:${place.port}/api/ready`)).status).toBe(200);
});
