import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { createEmptyDatabase, useDatabase } from "../testing/database.ts";
import { rowsOf } from "../testing/trials.ts";
import { deployMigrations } from "./migrate.ts";

let url: string;
let client: pg.Client;

beforeAll(async () => {
  url = await useDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO "user" (id, name, email) VALUES ('u', 'U', 'u@example.org')`);
  await client.query(
    `INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
     VALUES ('u', 'topup', 0, 5, 0, 5, 'r')`,
  );
});
afterAll(async () => {
  for (const { drop } of emptied) await drop();
  await client.end();
});

const emptied: { drop(): Promise<void> }[] = [];

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  emptied.push(database);
  return database.url;
}

describe("migrations", () => {
  test("are applied completely or not at all: a failed one leaves the database unchanged and can be repeated", async () => {
    tried("migrations");
    const empty = await emptyDatabase();
    const blocker = new pg.Client({ connectionString: empty });
    await blocker.connect();
    // Conflicts with a table that the first migration creates after others.
    await blocker.query("CREATE TABLE balance (held int)");
    await expect(deployMigrations(empty)).rejects.toThrow("nothing of it was kept");
    const { rows } = await blocker.query(
      `SELECT to_regclass('"user"') AS users, to_regclass('_prisma_migrations') AS log`,
    );
    expect(rows).toEqual([{ users: null, log: null }]);
    await blocker.query("DROP TABLE balance");
    await blocker.end();
    expect((await deployMigrations(empty)).length).toBeGreaterThan(0);
  });

  test("are applied once, even when many processes start concurrently", async () => {
    tried("migrations");
    for (const round of rowsOf([1, 2, 3], [1])) {
      const empty = await emptyDatabase();
      const applied = await Promise.all(Array.from({ length: 8 }, () => deployMigrations(empty)));
      expect(
        applied.filter((names) => names.length > 0),
        `round ${round}`,
      ).toHaveLength(1);
      expect(await deployMigrations(empty)).toEqual([]);
    }
  });

  test("make other processes wait while one process applies them", async () => {
    tried("migrations");
    const empty = await emptyDatabase();
    const watcher = new pg.Client({ connectionString: empty });
    await watcher.connect();
    const name = new URL(empty).pathname.slice(1);
    // Blocks the first migration half-way: its log row exists, but its table cannot be created yet.
    await watcher.query("BEGIN");
    await watcher.query(`CREATE TABLE "user" (held int)`);
    const first = deployMigrations(empty);
    const isHalfWay = async () => {
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1";
      return (await client.query(waits, [name])).rowCount !== 0;
    };
    while (!(await isHalfWay()));
    const others = Array.from({ length: 7 }, () => deployMigrations(empty));
    const waiting = `SELECT FROM pg_stat_activity WHERE query = 'ROLLBACK' AND datname = $1`;
    while ((await client.query(waiting, [name])).rowCount !== 7);
    await watcher.query("ROLLBACK");
    await watcher.end();
    expect((await first).length).toBeGreaterThan(0);
    expect(await Promise.all(others)).toEqual(Array.from({ length: 7 }, () => []));
  });

  test("reject a database that a newer version has migrated", async () => {
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('x', 'x', '29990101000000_from_the_future', now())`,
    );
    await expect(deployMigrations(url)).rejects.toThrow("29990101000000_from_the_future");
    await client.query("DELETE FROM _prisma_migrations WHERE id = 'x'");
  });
});

describe("the database itself", () => {
  test("rejects a negative balance", async () => {
    tried("conservation");
    await expect(client.query(`INSERT INTO balance (user_id, topup) VALUES ('u', -1)`)).rejects.toThrow(
      "balance_never_negative",
    );
  });

  test("rejects changes, removal and truncation of ledger entries", async () => {
    tried("conservation", 3);
    for (const statement of [
      "UPDATE ledger_entry SET note = 'x'",
      "DELETE FROM ledger_entry",
      "TRUNCATE ledger_entry",
    ]) {
      await expect(client.query(statement)).rejects.toThrow("never changed or removed");
    }
  });

  test("retains the ledger when its user is deleted", async () => {
    await client.query(`DELETE FROM "user" WHERE id = 'u'`);
    const { rows } = await client.query("SELECT user_id, topup_delta FROM ledger_entry");
    expect(rows).toEqual([{ user_id: "u", topup_delta: 5 }]);
  });
});
