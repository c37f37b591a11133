import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { type EmbeddedPostgres, ensurePostgres, findPostgres } from "./embedded.ts";

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

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

test("listens only on the loopback address, with a password that only its owner can read", async () => {
  const { rows } = await query(server.url, "SHOW listen_addresses");
  expect(rows).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect((await stat(path.join(dataDir, "postgres/password"))).mode & 0o777).toBe(0o600);
  await expect(query(server.url.replace(/:[^:@]+@/, ":guess@"), "SELECT 1")).rejects.toThrow("password");
});

test("gives the service a role that is not a superuser", async () => {
  const { rows } = await query(server.url, "SELECT usesuper FROM pg_user WHERE usename = current_user");
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
  await query(server.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  process.kill(server.pid, "SIGKILL");
  server = await ensurePostgres(dataDir);
  expect((await query(server.url, "SELECT answer FROM kept")).rows).toEqual([{ answer: 42 }]);
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
  expect((await query(server.url, "SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("names the missing password file in the error", async () => {
  const file = path.join(dataDir, "postgres/password");
  const password = await readFile(file, "utf8");
  await rm(file);
  await expect(ensurePostgres(dataDir)).rejects.toThrow(file);
  await writeFile(file, password, { mode: 0o600 });
});
