import { afterEach, expect, test, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { db, disconnectDb, sql } from "./index.ts";

const url = await useDatabase();
// Each test has new connections: one stops to prepare statements after 300.
afterEach(async () => {
  vi.unstubAllEnvs();
  await disconnectDb();
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
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", `${url}?pgbouncer=true`);
  const fresh = await import("./index.ts");
  for (const value of [1, 2]) await fresh.db().$queryRaw(sql`SELECT ${value}::int AS value`);
  expect(await fresh.db().$queryRaw(sql`SELECT statement FROM pg_prepared_statements`)).toEqual([]);
  await fresh.disconnectDb();
});
