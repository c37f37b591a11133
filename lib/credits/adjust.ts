import { recordAudit } from "../audit/record.ts";
import { db } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { type MoveResult, moveCredits } from "./move.ts";

interface Adjustment {
  userId: string;
  /** Credits to add; negative ones are taken, down to zero. */
  monthly?: number;
  topup?: number;
  note: string;
  /** Kind of the ledger entry: `topup` replaces credits that were bought. */
  kind?: "adjustment" | "topup";
  /** The same one moves credits once; new each time when absent. */
  reference?: string;
}

/**
 * Gives or takes credits by the operator's word; the note is in the ledger and in the audit log. Null when its reference
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
