import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { deployMigrations, findDrift } from "./migrate.ts";

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
afterAll(() => client?.end());

describe("migrations", () => {
  it("make exactly what the schema says", async () => {
    expect(await findDrift(inject("templateDatabaseUrl"))).toBeNull();
  });

  it("are applied once, however many processes start at the same moment", async () => {
    const empty = new URL(url);
    empty.pathname = `${empty.pathname}_empty`;
    await client.query(`CREATE DATABASE ${empty.pathname.slice(1)}`);
    const applied = await Promise.all([1, 2, 3, 4].map(() => deployMigrations(empty.href)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await deployMigrations(empty.href)).toEqual([]);
    await client.query(`DROP DATABASE ${empty.pathname.slice(1)} WITH (FORCE)`);
  });

  it("refuse a database that a newer version has migrated", async () => {
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('x', 'x', '29990101000000_from_the_future', now())`,
    );
    await expect(deployMigrations(url)).rejects.toThrow("29990101000000_from_the_future");
    await client.query("DELETE FROM _prisma_migrations WHERE id = 'x'");
  });
});

describe("the database itself", () => {
  it("keeps a balance from going below zero", async () => {
    await expect(client.query(`INSERT INTO balance (user_id, topup) VALUES ('u', -1)`)).rejects.toThrow(
      "balance_never_negative",
    );
  });

  it("keeps ledger entries from being changed, removed or truncated", async () => {
    for (const statement of [
      "UPDATE ledger_entry SET note = 'x'",
      "DELETE FROM ledger_entry",
      "TRUNCATE ledger_entry",
    ]) {
      await expect(client.query(statement)).rejects.toThrow("never changed or removed");
    }
  });

  it("lets ledger entries go together with their user", async () => {
    await client.query(`DELETE FROM "user" WHERE id = 'u'`);
    expect((await client.query("SELECT 1 FROM ledger_entry")).rowCount).toBe(0);
  });
});
