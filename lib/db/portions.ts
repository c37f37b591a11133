import { db, Prisma, sql } from "./index.ts";

/** Rows of one statement: few enough that it ends in time, and that nobody waits long for what it locks. */
const portionRows = 2_000;

/** Repeats a statement that changes at most so many rows until it finds fewer. Returns how many it changed in all. */
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

/** Deletes the rows `t` of a table that a condition holds for, however many: in statements of a portion each. */
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
  | "outgoing_mail"
  | "session"
  | "sign_in_device"
  | "stripe_event"
  | "tryout"
  | "webhook_delivery"
  | "webhook_event";
