import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryAt } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { recordPath } from "../platform/installation.ts";
import { isAlive, readPostmaster } from "./embedded/postmaster.ts";
import { type EmbeddedPostgres, ensurePostgres, findPostgres } from "./embedded.ts";

const run = promisify(execFile);
const fast = { durable: false };

let folder: string;
let original: EmbeddedPostgres;
let moved: EmbeddedPostgres | null;
const at = (name: string) => path.join(folder, name);
const pidFile = (name: string) => path.join(at(name), "postgres/cluster/postmaster.pid");

beforeEach(async () => {
  moved = null;
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-copies-"));
  await chmod(folder, 0o711);
  original = await ensurePostgres(at("original"), fast);
  // Test servers keep commits in memory for a moment, but a copy contains only what is in the files.
  await queryAt(original.url, "SET synchronous_commit = on; CREATE TABLE owner AS SELECT 'original' AS name");
});
afterEach(async () => {
  await moved?.stop();
  await original?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Copies the data directory of a running service as an operator would, including `postmaster.pid`. */
async function copyTo(name: string): Promise<void> {
  await run("cp", ["-a", at("original"), at(name)]);
  expect(await readPostmaster(path.join(at(name), "postgres/cluster"))).toMatchObject({ pid: original.pid });
}

test("a copy of a running data directory gets its own server, and stopping it does not affect the original's", async () => {
  tried("own-database");
  await copyTo("copy");
  expect(await findPostgres(at("copy"))).toBeNull();
  // The query changes nothing: only a start, which holds the folder's lock, may remove the file.
  expect(Number.parseInt(await readFile(pidFile("copy"), "utf8"), 10)).toBe(original.pid);

  await expect(ensurePostgres(at("copy"), fast)).rejects.toThrow("installation adopt");
  recordPath(at("copy"));
  const copy = await ensurePostgres(at("copy"), fast);
  expect(copy).toMatchObject({ startedByUs: true });
  expect(copy.pid).not.toBe(original.pid);
  expect(copy.port).not.toBe(original.port);
  await queryAt(copy.url, "UPDATE owner SET name = 'copy'");
  expect(await findPostgres(at("copy"))).toEqual({ url: copy.url });
  expect(await findPostgres(at("original"))).toEqual({ url: original.url });

  // Whatever the file contains, the server is queried for its data directory before it is used.
  const written = await readFile(pidFile("copy"), "utf8");
  await writeFile(pidFile("copy"), written.replace(`${copy.port}`, `${original.port}`));
  await expect(findPostgres(at("copy"))).rejects.toThrow("belongs to another service");
  await writeFile(pidFile("copy"), written);

  await copy.stop();
  expect(isAlive(copy.pid)).toBe(false);
  expect(isAlive(original.pid)).toBe(true);
  expect(await queryAt(original.url, "SELECT name FROM owner")).toEqual([{ name: "original" }]);
});

deepTest("a symbolic link to the data directory uses the same server", async () => {
  await run("ln", ["-s", at("original"), at("link")]);
  const again = await ensurePostgres(at("link"), fast);
  expect(again).toMatchObject({ startedByUs: false, pid: original.pid, url: original.url });
});

(process.platform === "linux" ? deepTest : test.skip)(
  "a data directory that was renamed while its server runs never has two servers",
  async () => {
    await rename(at("original"), at("renamed"));
    await expect(ensurePostgres(at("renamed"), fast)).rejects.toThrow("installation adopt");
    recordPath(at("renamed"));
    moved = await ensurePostgres(at("renamed"), fast);
    expect(moved.startedByUs).toBe(true);
    expect(isAlive(original.pid)).toBe(false);
    expect(await queryAt(moved.url, "SELECT name FROM owner")).toEqual([{ name: "original" }]);
  },
);

deepTest("a cluster that was moved away can be moved back after a start without it", async () => {
  const cluster = at("original/postgres/cluster");
  await original.stop();
  await rename(cluster, `${cluster}.away`);
  const other = await ensurePostgres(at("original"), fast);
  await expect(queryAt(other.url, "SELECT name FROM owner")).rejects.toThrow("does not exist");
  await other.stop();
  await rm(cluster, { recursive: true });
  await rename(`${cluster}.away`, cluster);
  original = await ensurePostgres(at("original"), fast);
  expect(await queryAt(original.url, "SELECT name FROM owner")).toEqual([{ name: "original" }]);
});
