import { type CreditMove, moveCredits } from "../credits/move.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, Prisma, sql } from "../db/index.ts";

/** A webhook's event, as far as it is remembered. */
export interface EventRecord {
  id: string;
  type: string;
  created: number;
}

export type Transaction = Prisma.TransactionClient;

/** Somebody else may write the same account again and again; then Stripe's own retry is the better wait. */
const maxAttempts = 50;
const transactionOptions = { maxWait: 15_000, timeout: 15_000 };

class TruthIsStale extends Error {}
class EventIsKnown extends Error {}

/** What the account holds of Stripe's truth, as of `version`. */
export interface AccountState {
  version: number;
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  stripeSubscriptionId: string | null;
}

/** What a truth calls for: nothing but a receipt, or writes of which the last words are the receipt. */
export type Outcome = { receipt: string } | { write: (tx: Transaction) => Promise<string> };

/**
 * Fetches Stripe's truth about a user, compares it with the account, then writes what differs, its credit moves
 * and the event row in one transaction. A truth that was fetched before another write of this user is thrown
 * away and fetched anew: whatever the order of events, the newest truth stands. Answers the receipt, or null
 * when the event is known already.
 */
export async function syncUser<T>(
  userId: string,
  event: EventRecord | null,
  fetchTruth: () => Promise<T>,
  compare: (truth: T, state: AccountState) => Promise<Outcome>,
): Promise<string | null> {
  return await inTurn(userId, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const state = await readState(userId);
      const outcome = await compare(await fetchTruth(), state);
      try {
        if ("receipt" in outcome) {
          return await rememberUnchanged(userId, state.version, event, outcome.receipt);
        }
        return await db().$transaction(async (tx) => {
          await claimVersion(tx, userId, state.version);
          const receipt = await outcome.write(tx);
          if (event && !(await rememberEvent(event, receipt, tx))) throw new EventIsKnown();
          return receipt;
        }, transactionOptions);
      } catch (error) {
        if (error instanceof EventIsKnown) return null;
        if (!(error instanceof TruthIsStale)) throw error;
      }
    }
    throw new Error(`The account of ${userId} was written by others ${maxAttempts} times in a row`);
  });
}

async function readState(userId: string): Promise<AccountState> {
  const [row] = await db().$queryRaw<AccountState[]>(sql`
    SELECT stripe_version AS version, tier::text, status::text, credits_limit AS "creditsLimit",
           trial_ends_at AS "trialEndsAt", period_ends_at AS "periodEndsAt",
           cancel_at_period_end AS "cancelAtPeriodEnd", stripe_subscription_id AS "stripeSubscriptionId"
    FROM subscription WHERE user_id = ${userId}`);
  if (!row) throw new Error(`User ${userId} has no subscription row`);
  return row;
}

/** Locks the account until the transaction ends, if nobody wrote it since its version was read. */
async function claimVersion(tx: Transaction, userId: string, version: number): Promise<void> {
  const claimed = await tx.$executeRaw(sql`
    UPDATE subscription SET stripe_version = stripe_version + 1
    WHERE user_id = ${userId} AND stripe_version = ${version}`);
  if (claimed === 0) throw new TruthIsStale();
}

/**
 * The same for a truth that the account holds already: the newer version keeps an older truth, still under way,
 * from being written over it. One statement instead of a transaction.
 */
async function rememberUnchanged(
  userId: string,
  version: number,
  event: EventRecord | null,
  receipt: string,
): Promise<string> {
  const remembered = event
    ? sql`, remembered AS (
        INSERT INTO stripe_event (id, type, created_at, receipt)
        SELECT ${event.id}, ${event.type}, to_timestamp(${event.created}), ${receipt} FROM claimed
        ON CONFLICT (id) DO NOTHING)`
    : Prisma.empty;
  const claimed = await db().$queryRaw<unknown[]>(sql`
    WITH claimed AS (
      UPDATE subscription SET stripe_version = stripe_version + 1
      WHERE user_id = ${userId} AND stripe_version = ${version}
      RETURNING user_id
    )${remembered}
    SELECT user_id FROM claimed`);
  if (claimed.length === 0) throw new TruthIsStale();
  return receipt;
}

/** Writes the event row; false when it was there. */
export async function rememberEvent(
  event: EventRecord,
  receipt: string,
  on: Pick<Transaction, "$executeRaw"> = db(),
): Promise<boolean> {
  const written = await on.$executeRaw(sql`
    INSERT INTO stripe_event (id, type, created_at, receipt)
    VALUES (${event.id}, ${event.type}, to_timestamp(${event.created}), ${receipt})
    ON CONFLICT (id) DO NOTHING`);
  return written === 1;
}

/** Which of these references moved credits before, with the top-up credits each moved. */
export async function readMoved(
  references: string[],
  on: Pick<Transaction, "$queryRaw"> = db(),
): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await on.$queryRaw<{ reference: string; topupDelta: number }[]>(sql`
    SELECT reference, topup_delta AS "topupDelta" FROM ledger_entry WHERE reference = ANY(${references})`);
  return new Map(rows.map(({ reference, topupDelta }) => [reference, topupDelta]));
}

/** Moves credits and says so in the words of a receipt; null when the reference moved credits before. */
export async function moveWithReceipt(tx: Transaction, move: CreditMove): Promise<string | null> {
  const moved = await moveCredits(move, tx);
  if (!moved) return null;
  const shortfall = moved.shortfall > 0 ? `, ${moved.shortfall} were spent already` : "";
  return `${move.reference}: ${moved.monthly} monthly + ${moved.topup} top-up${shortfall}`;
}

const queues = new Map<string, Promise<unknown>>();

/** One after another for the same user in this process: other processes are kept apart by the version. */
async function inTurn<T>(userId: string, run: () => Promise<T>): Promise<T> {
  const before = queues.get(userId) ?? Promise.resolve();
  const turn = before.then(run, run);
  queues.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(userId) === turn) queues.delete(userId);
  }
}
