import { afterEach, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { useDatabase } from "../testing/database.ts";
import { db, disconnectDb, sql } from "./index.ts";

const url = await useDatabase();
// Each test has new connections: one stops to prepare statements after 300.
afterEach(async () => {
  await disconnectDb();
  useEnvironment({ DATABASE_URL: url });
});

/** The prepared statements of this connection; sequential statements use a single connection. */
async function planned(): Promise<string[]> {
  const rows = await db().$queryRaw<{ statement: string }[]>(
    sql`SELECT statement FROM pg_prepared_statements`,
  );
  return rows.map(({ statement }) => statement);
}

test("prepares each statement once per connection, regardless of its values", async () => {
  for (const value of [1, 2, 3]) await db().$queryRaw(sql`SELECT ${value}::int AS value`);
  expect((await planned()).filter((statement) => statement.includes("AS value"))).toHaveLength(1);
});

test("prepares at most 300 statements per connection, and still runs the others", async () => {
  for (let column = 0; column < 320; column += 1) {
    const rows = await db().$queryRawUnsafe<object[]>(`SELECT 7 AS c${column}`);
    expect(rows).toEqual([{ [`c${column}`]: 7 }]);
  }
  expect((await planned()).length).toBeLessThanOrEqual(300);
});

test("prepares no statements behind a pooler (pgbouncer=true)", async () => {
  await disconnectDb();
  const behindPooler = new URL(url);
  behindPooler.searchParams.set("pgbouncer", "true");
  useEnvironment({ DATABASE_URL: behindPooler.href });
  for (const value of [1, 2]) await db().$queryRaw(sql`SELECT ${value}::int AS value`);
  expect(await db().$queryRaw(sql`SELECT statement FROM pg_prepared_statements`)).toEqual([]);
});
