// Guards that each filter of the history uses an index, with 30,000 rows of the account.

import { expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";

await useDatabase();

test("each filter of work uses an index, with 30,000 rows of the account", {
  timeout: 180_000,
}, async () => {
  const owner = await makeAccount();
  // In batches, so that each statement stays within its timeout on a busy machine.
  for (let from = 1; from < 30_000; from += 10_000) {
    await db().$executeRaw(sql`
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              created_at, custom_id, api_key_id)
      SELECT 'gen_p' || n, ${owner.userId}, 'remove_bg', 'succeeded', 'x', 0, 0, 1, now(),
             now() - n * interval '1 second', 'item-' || n % 3000, 'key_' || n % 1000
      FROM generate_series(${from}::int, ${from + 9_999}::int) n`);
  }
  await db().$executeRaw(sql`ANALYZE generation`);
  const explain = async (where: string) => {
    const rows = await db().$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `EXPLAIN SELECT id FROM generation WHERE user_id = '${owner.userId}' AND deleted_at IS NULL AND ${where}
       ORDER BY created_at DESC, id DESC LIMIT 21`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  const plans = {
    custom_id: [await explain("custom_id = 'item-17'"), "generation_custom_id"],
    key_id: [await explain("api_key_id = 'key_17'"), "generation_key"],
    batch_id: [await explain("batch_id = 'bat_17'"), "generation_batch_id_place_idx"],
    created: [
      await explain(
        "created_at > now() - interval '20000 seconds' AND created_at < now() - interval '19000 seconds'",
      ),
      "generation_history",
    ],
  };
  for (const [name, [plan = "", index = ""]] of Object.entries(plans)) expect(plan, name).toContain(index);
});
