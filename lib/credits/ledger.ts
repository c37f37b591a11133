import type { LedgerKind, Operation } from "../db/generated/enums.ts";
import { db, Prisma, sql } from "../db/index.ts";

export interface LedgerLine {
  /** Increases with time; defines the order of the ledger. */
  id: string;
  at: Date;
  kind: LedgerKind;
  monthlyDelta: number;
  topupDelta: number;
  monthlyAfter: number;
  topupAfter: number;
  note: string;
  reference: string;
  /** The work behind a charge or refund; null for everything else. */
  work: {
    id: string;
    operation: Operation;
    style: string | null;
    scene: string | null;
    prompt: string | null;
    resolution: string | null;
    title: string | null;
    customId: string | null;
    metadata: unknown;
    sourceName: string | null;
    /** Null once the work is deleted. */
    sourceRef: string | null;
    order: { id: string; title: string | null } | null;
    /** Null when the work was ordered in the dashboard. */
    keyName: string | null;
  } | null;
}

/** Returns up to `limit` entries of a user's ledger, newest first, that are older than the entry `before`. */
export async function readLedger(
  userId: string,
  { before = null, limit }: { before?: string | null; limit: number },
): Promise<LedgerLine[]> {
  return await db().$queryRaw<LedgerLine[]>(sql`
    SELECT l.id::text, l.created_at AS at, l.kind, l.monthly_delta AS "monthlyDelta", l.topup_delta AS "topupDelta",
           l.monthly_after AS "monthlyAfter", l.topup_after AS "topupAfter", l.note, l.reference,
           CASE WHEN g.id IS NOT NULL THEN json_build_object(
             'id', g.id, 'operation', g.operation, 'style', g.style, 'scene', g.scene, 'prompt', g.prompt,
             'resolution', g.resolution, 'title', g.title, 'customId', g.custom_id, 'metadata', g.metadata,
             'sourceName', g.source_name, 'sourceRef', g.source_ref, 'keyName', k.name,
             'order', CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'title', b.title) END
           ) END AS work
    FROM ledger_entry l
    LEFT JOIN generation g ON l.kind IN ('charge', 'refund') AND g.id = split_part(l.reference, ':', 2)
    LEFT JOIN batch b ON b.id = g.batch_id
    LEFT JOIN api_key k ON k.id = g.api_key_id
    WHERE l.user_id = ${userId} ${before === null ? Prisma.empty : sql`AND l.id < ${before}::bigint`}
    ORDER BY l.id DESC
    LIMIT ${limit}`);
}
