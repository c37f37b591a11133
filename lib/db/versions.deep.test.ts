// Guards deployments whose migrations wait, fail, or meet another version of the schema.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEmptyDatabase } from "../testing/database.ts";
import { deployMigrations, readSchemaStatus, requireMigrations } from "./migrate.ts";

const first = ["2001_item", "CREATE TABLE item (id int PRIMARY KEY, name text)"] as const;
const second = ["2002_color", "ALTER TABLE item ADD COLUMN color text"] as const;
const third = ["2003_size", "ALTER TABLE item ADD COLUMN size text"] as const;

type File = readonly [name: string, script: string];

let root: string;
let url: string;
let client: pg.Client;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "photos-versions-"));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

beforeEach(async () => {
  const database = await createEmptyDatabase();
  url = database.url;
  client = new pg.Client({ connectionString: url });
  await client.connect();
  return async () => {
    await client.end();
    await database.drop();
  };
});

/** Creates the migrations folder of a version of the service. */
async function version(...files: readonly File[]): Promise<string> {
  const folder = await mkdtemp(path.join(root, "version-"));
  for (const [name, script] of files) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, "migration.sql"), script);
  }
  return folder;
}

async function deploy(...files: readonly File[]): Promise<{ applied: string[]; lines: string[] }> {
  const lines: string[] = [];
  const applied = await deployMigrations(url, {
    folder: await version(...files),
    report: (line) => void lines.push(line),
  });
  return { applied, lines };
}

test("a version that meets the schema of a newer one is rejected, and changes nothing", async () => {
  await deploy(first);
  await deploy(first, second);
  await expect(deploy(first)).rejects.toThrow("2002_color, which this version does not know");
  const hotfix = ["2003_hotfix", "ALTER TABLE item ADD COLUMN hotfix text"] as const;
  await expect(deploy(first, hotfix)).rejects.toThrow("2002_color, which this version does not know");
  expect((await deploy(first, second)).applied).toEqual([]);
});

test("a migration that failed is applied by the next deployment", async () => {
  await client.query("CREATE TYPE held AS (x int)");
  const last = ["2003_last", "CREATE TYPE held AS (x int)"] as const;
  await expect(deploy(first, last)).rejects.toThrow("2003_last failed, and nothing of it was kept");
  expect((await deploy(first)).applied).toEqual([]);
  await client.query("DROP TYPE held");
  expect((await deploy(first, last)).applied).toEqual(["2003_last"]);
});

describe("a migration whose table is in use", () => {
  const lockWait = { timeoutMs: 100, giveUpMs: 60_000 };

  test("lets other traffic pass while it waits, reports what it waits for, and is applied afterwards", async () => {
    await deploy(first);
    const holder = new pg.Client({ connectionString: url, application_name: "long-report" });
    await holder.connect();
    await holder.query("BEGIN; SELECT * FROM item");
    const lines: string[] = [];
    const folder = await version(first, second);
    const deployed = deployMigrations(url, { folder, lockWait, report: (line) => void lines.push(line) });
    while (lines.length < 2) await client.query("INSERT INTO item SELECT count(*) FROM item");
    expect(lines[0]).toMatch(/2002_color waits for a lock.*long-report.*SELECT \* FROM item/);
    expect(await readSchemaStatus(url, folder)).toMatchObject({ pending: ["2002_color"], problem: null });
    await holder.query("COMMIT");
    await holder.end();
    expect(await deployed).toEqual(["2002_color"]);
  });

  test("gives up after its time limit, changes nothing, and can be repeated", async () => {
    await deploy(first);
    await client.query("BEGIN; SELECT * FROM item");
    const folder = await version(first, second);
    const impatient = { timeoutMs: 100, giveUpMs: 300 };
    await expect(deployMigrations(url, { folder, lockWait: impatient })).rejects.toThrow(
      "did not get its locks, and nothing of it was kept",
    );
    await client.query("ROLLBACK");
    expect(await deployMigrations(url, { folder })).toEqual(["2002_color"]);
  });
});

describe("an index that is built without a transaction", () => {
  const index = [
    "2002_index",
    "-- no-transaction\nDROP INDEX CONCURRENTLY IF EXISTS item_name; -- of a run that broke off;\n" +
      "CREATE UNIQUE INDEX CONCURRENTLY item_name ON item (name);",
  ] as const;

  test("is built while other processes wait to deploy, and while rows are written", async () => {
    await deploy(first);
    await client.query("BEGIN; INSERT INTO item VALUES (1, 'a')");
    const folder = await version(first, index);
    const deployed = Promise.all([1, 2, 3].map(() => deployMigrations(url, { folder })));
    // A separate connection, because the open transaction would always see the same progress.
    const observer = new pg.Client({ connectionString: url });
    await observer.connect();
    const building = "SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()";
    while ((await observer.query(building)).rowCount === 0);
    await observer.end();
    await client.query("INSERT INTO item VALUES (2, 'b')");
    await client.query("COMMIT");
    expect((await deployed).flat()).toEqual(["2002_index"]);
  });

  test("is rebuilt after a failed build", async () => {
    await deploy(first);
    await client.query("INSERT INTO item VALUES (1, 'a'), (2, 'a')");
    await expect(deploy(first, index)).rejects.toThrow("repeats it from its beginning");
    await client.query("DELETE FROM item WHERE id = 2");
    expect((await deploy(first, index)).applied).toEqual(["2002_index"]);
    const { rows } = await client.query(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = 'item_name'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

describe("the operator", () => {
  test("sees failed, changed and newer migrations in the schema status", async () => {
    await deploy(first, second, third);
    await client.query(
      `UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '2002_color'`,
    );
    await client.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2001_item'`);
    const status = await readSchemaStatus(url, await version(first, second));
    expect(status).toMatchObject({
      applied: ["2002_color"],
      failed: ["2001_item"],
      changed: ["2002_color"],
      newer: ["2003_size"],
      problem: expect.stringContaining("2001_item failed half-way"),
    });
  });

  test("who deploys by hand gets an error that names the pending migrations, and none is applied", async () => {
    await deploy(first);
    const folder = await version(first, second);
    await expect(requireMigrations(url, { folder })).rejects.toThrow(
      "lacks 2002_color: run npm run migrate -- deploy",
    );
    expect((await readSchemaStatus(url, folder)).pending).toEqual(["2002_color"]);
    await deploy(first, second);
    await requireMigrations(url, { folder });
  });
});
