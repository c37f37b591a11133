import { queueMail } from "../mail/queue.ts";
import { topUpFailedMail, topUpReceiptMail } from "./mails.ts";
import {
  type EventRecord,
  moveWithReceipt,
  nothingToWrite,
  type Outcome,
  readMoved,
  syncUser,
  type Transaction,
} from "./sync.ts";
import { fetchTopUp, refuseTopUp, type Take, type TopUpTruth } from "./topup-truth.ts";

/** Brings the credits of one top-up in line with what Stripe holds of its payment. */
export function syncTopUp(
  owner: { userId: string; customerId: string },
  sessionId: string,
  event: EventRecord | null,
): Promise<string | null> {
  return syncUser(
    owner.userId,
    event,
    () => fetchTopUp(sessionId),
    (truth) => compare(truth, owner),
  );
}

function compare(truth: TopUpTruth, owner: { userId: string; customerId: string }): Outcome {
  const { userId } = owner;
  const refusal = refuseTopUp(truth, owner);
  if (refusal) return nothingToWrite(refusal);
  if (truth.state === "waiting") return nothingToWrite("the payment has not arrived yet");
  if (truth.state === "failed") {
    return {
      ...nothingToWrite("the payment failed: nothing was granted"),
      differs: true,
      write: async (tx) => {
        await queueMail(topUpFailedMail(userId, truth.sessionId), tx);
        return [];
      },
    };
  }
  const takes = creditsOfTakes(truth).filter(({ credits }) => credits > 0);
  return {
    words: `top-up of ${truth.credits}`,
    references: [`checkout:${truth.sessionId}`, ...takes.map(({ take }) => referenceOf(take))],
    differs: takes.some(({ take }) => take.undone),
    write: (tx, moved) => writeTopUp(tx, userId, truth, takes, moved),
  };
}

async function writeTopUp(
  tx: Transaction,
  userId: string,
  truth: TopUpTruth,
  takes: { take: Take; credits: number }[],
  moved: ReadonlySet<string>,
): Promise<string[]> {
  const receipts: (string | null)[] = [];
  const granted = await moveWithReceipt(tx, {
    userId,
    kind: "topup",
    reference: `checkout:${truth.sessionId}`,
    note: `${truth.credits} credits`,
    topup: { add: truth.credits },
  });
  receipts.push(granted);
  if (granted) await queueMail(topUpReceiptMail(userId, truth), tx);
  for (const { take, credits } of takes) {
    const reference = referenceOf(take);
    if (!moved.has(reference)) {
      const topup = { add: -credits };
      const move = { userId, kind: "reversal", reference, note: "money went back", topup } as const;
      receipts.push(await moveWithReceipt(tx, move));
    }
    if (take.undone) receipts.push(await giveBack(tx, userId, take));
  }
  return receipts.filter((receipt) => receipt !== null);
}

const referenceOf = ({ kind, id }: Take) => (kind === "refund" ? `reversal:${id}` : `dispute:${id}`);

/**
 * How many credits each refund or dispute takes back: its share of the payment, rounded over the running sum so
 * that all parts together take exactly all credits. What was undone does not count towards the later ones.
 */
export function creditsOfTakes(truth: Pick<TopUpTruth, "credits" | "amountCents" | "takes">) {
  const { credits, amountCents, takes } = truth;
  const share = (cents: number) =>
    amountCents === 0 ? credits : Math.min(credits, Math.round((credits * cents) / amountCents));
  let standingCents = 0;
  return takes.map((take) => {
    const taken = share(standingCents + take.amountCents) - share(standingCents);
    if (!take.undone) standingCents += take.amountCents;
    return { take, credits: taken };
  });
}

/** Gives back what a lost refund or a won dispute had really taken; credits spent before stay spent. */
async function giveBack(tx: Transaction, userId: string, take: Take): Promise<string | null> {
  const taken = (await readMoved(tx, [referenceOf(take)])).get(referenceOf(take)) ?? 0;
  if (taken === 0) return null;
  return await moveWithReceipt(tx, {
    userId,
    kind: "reversal",
    reference: `undone:${take.id}`,
    note: take.kind === "dispute" ? "dispute won" : "refund failed",
    topup: { add: -taken },
  });
}
