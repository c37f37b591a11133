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

/** What a truth calls for. */
export interface Outcome {
  /** What the account is now: the first words of the receipt. */
  words: string;
  /** The credit moves that must have been made. */
  references: string[];
  /** Whether something else must be written than moves that are missing. */
  differs: boolean;
  /** Writes everything; `moved` are those of `references` that were made before. Answers words for the receipt. */
  write(tx: Transaction, moved: ReadonlySet<string>): Promise<string[]>;
}

/** The outcome of a truth that calls for nothing. */
export function nothingToWrite(words: string): Outcome {
  return { words, references: [], differs: false, write: async () => [] };
}

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
  compare: (truth: T, state: AccountState) => Outcome,
): Promise<string | null> {
  return await inTurn(userId, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const state = await readState(userId);
      const outcome = compare(await fetchTruth(), state);
      if (!outcome.differs && (await rememberUnchanged(userId, state.version, event, outcome))) {
        return outcome.words;
      }
      try {
        return await writeOutcome(userId, state.version, event, outcome);
      } catch (error) {
        if (error instanceof EventIsKnown) return null;
        if (!(error instanceof TruthIsStale)) throw error;
      }
    }
    throw new Error(`The account of ${userId} was written by others ${maxAttempts} times in a row`);
  });
}

function writeOutcome(
  userId: string,
  version: number,
  event: EventRecord | null,
  outcome: Outcome,
): Promise<string> {
  return db().$transaction(async (tx) => {
    await claimVersion(tx, userId, version);
    const moved = await readMoved(tx, outcome.references);
    const receipts = await outcome.write(tx, new Set(moved.keys()));
    const receipt = [outcome.words, ...receipts].filter((words) => words !== "").join("; ");
    if (event && !(await rememberEvent(event, receipt, tx))) throw new EventIsKnown();
    return receipt;
  }, transactionOptions);
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
 * The same for a truth that the account holds already, in one statement instead of a transaction: the newer
 * version keeps an older truth, still under way, from being written over it. False, with nothing written, when
 * a move is missing or somebody else wrote meanwhile.
 */
async function rememberUnchanged(
  userId: string,
  version: number,
  event: EventRecord | null,
  { words, references }: Outcome,
): Promise<boolean> {
  const remembered = event
    ? sql`, remembered AS (
        INSERT INTO stripe_event (id, type, created_at, receipt)
        SELECT ${event.id}, ${event.type}, to_timestamp(${event.created}), ${words} FROM claimed
        ON CONFLICT (id) DO NOTHING)`
    : Prisma.empty;
  const claimed = await db().$queryRaw<unknown[]>(sql`
    WITH claimed AS (
      UPDATE subscription SET stripe_version = stripe_version + 1
      WHERE user_id = ${userId} AND stripe_version = ${version}
        AND (SELECT count(*) FROM ledger_entry WHERE reference = ANY(${references})) = ${references.length}
      RETURNING user_id
    )${remembered}
    SELECT user_id FROM claimed`);
  return claimed.length === 1;
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
export async function readMoved(tx: Transaction, references: string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ reference: string; topupDelta: number }[]>(sql`
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
