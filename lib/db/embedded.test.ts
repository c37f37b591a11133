import { execFile } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queryAt } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { DataDirError } from "../platform/data-dir.ts";
import { findLivePostmaster } from "./embedded/postmaster.ts";
import { type EmbeddedPostgres, ensurePostgres, findPostgres } from "./embedded.ts";

const run = promisify(execFile);
let dataDir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-embedded-"));
  await chmod(dataDir, 0o711);
  // The remains of an initdb that was killed half-way.
  await mkdir(path.join(dataDir, "postgres/cluster.new/base"), { recursive: true });
  server = await ensurePostgres(dataDir);
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("listens only on the loopback address, with a password that only its owner can read", async () => {
  const rows = await queryAt(server.url, "SHOW listen_addresses");
  expect(rows).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect((await stat(path.join(dataDir, "postgres/password"))).mode & 0o777).toBe(0o600);
  await expect(queryAt(server.url.replace(/:[^:@]+@/, ":guess@"), "SELECT 1")).rejects.toThrow("password");
});

test("gives the service a role that is not a superuser", async () => {
  const rows = await queryAt(server.url, "SELECT usesuper FROM pg_user WHERE usename = current_user");
  expect(rows).toEqual([{ usesuper: false }]);
});

test.runIf(process.platform === "linux")(
  "limits the open files of each server process, even after reading many tables",
  async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      for (let index = 0; index < 150; index += 1)
        await client.query(`CREATE TABLE read_${index} AS SELECT 1 AS one`);
      // Separate statements, because files of a new table are closed immediately.
      for (let index = 0; index < 150; index += 1) await client.query(`SELECT * FROM read_${index}`);
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
      const pids = children.trim().split(" ");
      expect(pids).toContain(String(rows[0]?.pid));
      for (const pid of pids) expect((await readdir(`/proc/${pid}/fd`)).length).toBeLessThan(100);
    } finally {
      await client.end();
    }
  },
);

test("uses a server that is already running", async () => {
  tried("own-database");
  const again = await ensurePostgres(dataDir);
  expect(again).toMatchObject({ startedByUs: false, url: server.url, pid: server.pid });
  expect(await findPostgres(dataDir)).toEqual({ url: server.url });
});

test("retains committed data when the server is killed", async () => {
  tried("killed-database");
  await queryAt(server.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  process.kill(server.pid, "SIGKILL");
  server = await ensurePostgres(dataDir);
  expect(await queryAt(server.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("starts although a stale postmaster.pid names a process of another program", async () => {
  tried("own-database");
  await server.stop();
  expect(await findPostgres(dataDir)).toBeNull();
  const file = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const lines = [process.pid, "/nowhere", 0, 5432, "", "127.0.0.1", "", "ready"];
  await writeFile(file, `${lines.join("\n")}\n`);
  server = await ensurePostgres(dataDir);
  expect(server.startedByUs).toBe(true);
  expect(Number((await readFile(file, "utf8")).split("\n")[0])).toBe(server.pid);
});

test("a server stops on SIGTERM despite an open connection, and can be started again", async () => {
  const client = new pg.Client({ connectionString: server.url });
  const closed = new Promise((resolve) => client.on("error", resolve));
  await client.connect();
  process.kill(server.pid, "SIGTERM");
  expect(await server.ended).toBe("ended with exit code 0");
  await closed;
  server = await ensurePostgres(dataDir, { port: server.port });
  expect(await queryAt(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

const broken: [text: string, why: string][] = [
  ["", "a power loss leaves it empty"],
  ["\0\0\0\0", "or with zeros"],
];
test.each(rowsOf(broken, broken.slice(0, 1)))("starts although postmaster.pid is %j: %s", async (text) => {
  await server.stop();
  await writeFile(path.join(dataDir, "postgres/cluster/postmaster.pid"), text);
  server = await ensurePostgres(dataDir);
  expect(server.startedByUs).toBe(true);
});

describe("a damaged folder", () => {
  const at = (name: string) => path.join(dataDir, "postgres", name);
  // Each test begins with a stopped server; the rest of the file uses a running one.
  beforeAll(async () => {
    await queryAt(server.url, "CREATE TABLE undamaged AS SELECT 42 AS answer");
    await server.stop();
  });
  afterAll(async () => {
    server = await ensurePostgres(dataDir);
  });

  const faults: [fault: string, file: string, damaged: string | null, says: RegExp][] = [
    ["no PG_VERSION", "cluster/PG_VERSION", null, /without its file PG_VERSION\. Put it back/],
    ["an empty PG_VERSION", "cluster/PG_VERSION", "", /without its file PG_VERSION\. Put it back/],
    [
      "another PG_VERSION",
      "cluster/PG_VERSION",
      "9\n",
      /made by PostgreSQL 9, the installed one is \d+\. Dump/,
    ],
    ["no password", "password", null, /postgres\/password, .* is missing or empty\. Put it back/],
    ["an empty password", "password", "", /postgres\/password, .* is missing or empty\. Put it back/],
    ["another password", "password", "another", /does not accept the password in .* Put it back/],
    ["an empty pg_control", "cluster/global/pg_control", "", /cannot be opened: .*pg_control.* Put it back/],
    ["no pg_hba.conf", "cluster/pg_hba.conf", null, /cannot be opened: .*pg_hba\.conf.* Put it back/],
  ];
  // One of the refusals before a start, one of a server that started, one of a server that could not.
  const few = ["no PG_VERSION", "another password", "an empty pg_control"];
  const fewFaults = faults.filter(([fault]) => few.includes(fault));
  test.each(rowsOf(faults, fewFaults))(
    "with %s is refused with the fix, is left alone, and serves again once repaired",
    async (...row) => {
      const [, file, damaged, says] = row;
      const password = await readFile(at("password"), "utf8");
      const kept = `${at(file)}.kept`;
      await rename(at(file), kept);
      if (damaged !== null) await writeFile(at(file), damaged);
      // The server's own user must be able to read what is in its folder.
      if (damaged !== null) await copyOwner(kept, at(file));
      const refusal = await ensurePostgres(dataDir).catch((error: Error) => error);
      expect(refusal).toBeInstanceOf(DataDirError);
      expect(String(refusal)).toMatch(says);
      expect(await findLivePostmaster(at("cluster"))).toBeNull();
      await rename(kept, at(file));
      expect(await readFile(at("password"), "utf8")).toBe(password);
      expect((await readdir(at("."))).filter((name) => name.includes(".new"))).toEqual([]);
      server = await ensurePostgres(dataDir);
      expect(await queryAt(server.url, "SELECT answer FROM undamaged")).toEqual([{ answer: 42 }]);
      await server.stop();
    },
  );
});

/** A disk of 20 MB; null where this user may not mount one. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-small-disk-"));
  const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", folder]).catch(() => null);
  if (mounted) return folder;
  await rm(folder, { recursive: true });
  return null;
}

test("a database that does not fit on the disk is not begun", async ({ skip }) => {
  const folder = await mountSmallDisk();
  if (folder === null) return skip("needs the right to mount a disk");
  try {
    await expect(ensurePostgres(folder)).rejects.toThrow(
      /^A new database needs 100 MB, DATA_DIR \(.*\) has (19|20) MB\. Free space/,
    );
    expect(await readdir(path.join(folder, "postgres"))).toEqual([]);
  } finally {
    await run("umount", [folder]);
    await rm(folder, { recursive: true });
  }
});

async function copyOwner(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await chown(to, uid, gid);
}
