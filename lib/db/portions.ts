import { db, Prisma, sql } from "./index.ts";

/** Rows per statement: few enough that it stays within its timeout and holds its locks only briefly. */
const portionRows = 2_000;

/** Repeats a statement that changes up to `rows` rows until it changes fewer. Returns the total. */
export async function inPortions(
  change: (rows: number) => Promise<number>,
  rows = portionRows,
): Promise<number> {
  for (let changed = 0; ; ) {
    const count = await change(rows);
    changed += count;
    if (count < rows) return changed;
  }
}

/** Deletes all rows `t` of a table that meet a condition, one portion per statement. */
export async function deleteInPortions(table: Table, which: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return await inPortions((rows) =>
    db().$executeRaw(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM ${name} t WHERE ${which} LIMIT ${rows}::int))`),
  );
}

type Table =
  | "account_attempt"
  | "batch"
  | "email_change"
  | "generation"
  | "idempotency_key"
  | "model_call"
  | "oauth_access_token"
  | "oauth_client"
  | "oauth_refresh_token"
  | "outgoing_mail"
  | "session"
  | "sign_in_device"
  | "storage_claim"
  | "stripe_event"
  | "support_link"
  | "tryout"
  | "webhook_budget"
  | "webhook_delivery"
  | "webhook_event";
