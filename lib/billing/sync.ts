import { type CreditMove, moveCredits } from "../credits/move.ts";
import { db, type Prisma, sql } from "../db/index.ts";

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

/**
 * Fetches Stripe's truth about a user, then writes it, its credit moves and the event row in one transaction.
 * `write` returns the receipt. A truth that was fetched before another write of this user is thrown away and
 * fetched anew: whatever the order of events, the newest truth stands. Null when the event is known already.
 */
export async function syncUser<T>(
  userId: string,
  event: EventRecord | null,
  fetchTruth: () => Promise<T>,
  write: (tx: Transaction, truth: T) => Promise<string>,
): Promise<string | null> {
  return await inTurn(userId, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const version = await readVersion(userId);
      const truth = await fetchTruth();
      try {
        return await db().$transaction(async (tx) => {
          await claimVersion(tx, userId, version);
          const receipt = await write(tx, truth);
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

async function readVersion(userId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ version: number }[]>(sql`
    SELECT stripe_version AS version FROM subscription WHERE user_id = ${userId}`);
  if (!row) throw new Error(`User ${userId} has no subscription row`);
  return row.version;
}

/** Locks the account until the transaction ends, if nobody wrote it since its version was read. */
async function claimVersion(tx: Transaction, userId: string, version: number): Promise<void> {
  const claimed = await tx.$executeRaw(sql`
    UPDATE subscription SET stripe_version = stripe_version + 1
    WHERE user_id = ${userId} AND stripe_version = ${version}`);
  if (claimed === 0) throw new TruthIsStale();
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
