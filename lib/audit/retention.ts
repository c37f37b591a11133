import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { inPortions } from "../db/portions.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the events that are older than their retention. Returns how many it deleted. */
export async function purgeAuditEvents(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - retention.auditEvents.days * dayMs);
  return await inPortions((rows) =>
    db().$transaction(async (tx) => {
      // The table's trigger rejects every other deletion.
      await tx.$executeRaw(sql`SELECT set_config('audit.retention', 'on', true)`);
      return await tx.$executeRaw(sql`
        DELETE FROM audit_event WHERE id = ANY(ARRAY(
          SELECT e.id FROM audit_event e WHERE e.created_at < ${before} LIMIT ${rows}::int))`);
    }),
  );
}

/**
 * Erases personal data (names, addresses, values) from the events of deleted accounts. The remaining fields still
 * prove which action happened when. Returns the number of changed events.
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
