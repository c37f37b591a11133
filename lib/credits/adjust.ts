import { recordAudit } from "../audit/record.ts";
import { db } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { type MoveResult, moveCredits } from "./move.ts";

interface Adjustment {
  userId: string;
  /** Credits to add; negative values take credits, down to a balance of zero. */
  monthly?: number;
  topup?: number;
  note: string;
  /** Kind of the ledger entry: `topup` replaces purchased credits. */
  kind?: "adjustment" | "topup";
  /** Idempotency reference: one moves credits once; by default a new one for each call. */
  reference?: string;
}

/**
 * Grants or takes credits for the operator; the note goes to the ledger and the audit log. Null if the reference has
 * moved credits before.
 */
export async function adjustCredits({
  userId,
  monthly = 0,
  topup = 0,
  note,
  kind = "adjustment",
  reference = newId("row"),
}: Adjustment): Promise<MoveResult | null> {
  return await db().$transaction(async (tx) => {
    const moved = await moveCredits(
      {
        userId,
        kind,
        reference: `operator:${reference}`,
        note,
        monthly: { add: monthly },
        topup: { add: topup },
      },
      tx,
    );
    if (!moved) return null;
    await recordAudit({ accountId: userId, action: "credits.granted", after: { monthly, topup, note } }, tx);
    return moved;
  });
}
