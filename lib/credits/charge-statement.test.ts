import { expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { chargeOf } from "../testing/credits/charge-one.ts";
import { chargeStatement, itemsText } from "./charge-statement.ts";

// A database of its own: with the rows of other tests, reading a whole small table is the better plan.
await useDatabase();

test("reads balances and work by index, even with thousands of other accounts", async () => {
  const { userId } = await makeAccount({ monthly: 10, topup: 0 });
  await db().$executeRaw(sql`
    WITH other AS (
      INSERT INTO "user" (id, name, email)
      SELECT ${newId("usr")} || n, 'other', ${newId("usr")} || n || '@x.test' FROM generate_series(1, 3000) AS n
      RETURNING id)
    INSERT INTO balance (user_id) SELECT id FROM other`);
  await db().$executeRaw(sql`ANALYZE balance`);
  const charge = chargeOf(userId, [1, 2, 3]);
  const statement = await chargeStatement(charge, sql`${(await itemsText(charge)).join("")}::text`);
  const plan = await db().$queryRaw<Record<string, string>[]>(sql`EXPLAIN ${statement}`);
  const lines = plan.map((row) => row["QUERY PLAN"] ?? "");
  expect(lines.filter((line) => /Seq Scan on (balance|generation)/.test(line))).toEqual([]);
  // The planner's row estimates: the rows of this statement are few, and each joined table must be read by index.
  const rows = lines.map((line) => Number(/rows=(\d+)/.exec(line)?.[1] ?? 0));
  expect(Math.max(...rows)).toBeLessThan(10_000);
});
