import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { inPortions } from "../db/portions.ts";
import { log } from "../platform/log.ts";
import { lockChain, readMark, setMark } from "./chain.ts";
import { emptyChain } from "./digest.ts";
import { readAuditKeys } from "./verify.ts";

const dayMs = 24 * 60 * 60 * 1000;
const removedAtOnce = 1_000;

/**
 * Deletes the oldest events of the chain, up to the first event that is within retention or was tampered with, so
 * that a forged time cannot cause a deletion. Returns how many it deleted.
 */
export async function purgeAuditEvents(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - retention.auditEvents.days * dayMs);
  const keys = await readAuditKeys();
  let removed = 0;
  for (;;) {
    const count = await db().$transaction(async (tx) => {
      await lockChain(tx);
      const start = (await readMark("start", tx)) ?? emptyChain;
      const rows = await tx.auditEvent.findMany({
        where: { position: { gt: start.position } },
        orderBy: { position: "asc" },
        take: removedAtOnce,
      });
      const old: typeof rows = [];
      for (const row of rows) {
        if (row.createdAt >= before || (await keys.findProblem(row)) !== null) break;
        old.push(row);
      }
      const last = old.at(-1);
      if (!last?.position || last.hash === null) return 0;
      await tx.$executeRaw(sql`SELECT set_config('audit.retention', 'on', true)`);
      await tx.auditEvent.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
      await setMark("start", { position: last.position, hash: last.hash }, tx);
      return old.length;
    });
    removed += count;
    if (count < removedAtOnce) break;
  }
  const end = await readMark("end", db());
  // Logged outside of the database, so that a truncated chain can be detected by comparison with this line.
  if (end) log.info({ events: Number(end.position), hash: end.hash }, "the audit log ends here");
  return removed;
}

/**
 * Erases personal data (names, addresses, values) from the events of deleted accounts. The remaining fields still
 * prove which action happened when, and that the log was not changed. Returns the number of changed events.
 */
export async function eraseAuditDetails(accountId?: string): Promise<number> {
  const which = accountId === undefined ? sql`true` : sql`e.account_id = ${accountId}`;
  return await inPortions((rows) =>
    db().$executeRaw(sql`
      UPDATE audit_event SET details = NULL WHERE id IN (
        SELECT e.id FROM closed_account c JOIN audit_event e ON e.account_id = c.user_id
        WHERE e.details IS NOT NULL AND ${which} AND NOT EXISTS (SELECT FROM "user" u WHERE u.id = c.user_id)
        LIMIT ${rows}::int)`),
  );
}
