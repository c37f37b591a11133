import type { SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { getRequest } from "../platform/requests.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** A smaller pool is not shared: every statement takes any free connection. */
const fewestShared = 4;
/** One batch may send a thousand statements at once; more waiting statements than this are refused. */
const maxWaitingPerAccount = 10_000;

/**
 * How a pool is shared. Three of ten connections are never used for accounts' calls: they serve statements before the
 * caller is known (keys, sign-in, credits, rate limits), health, settlement and background work.
 */
export function sharesOf(connections: number) {
  const reserved = Math.ceil(0.3 * connections);
  const shared = connections - reserved;
  return {
    /** For all accounts together. */
    shared,
    /** Per account. A transaction leaves one connection for other statements of the same caller. */
    perAccount: Math.max(2, Math.floor(0.3 * connections)),
    transactions: Math.max(1, shared - 2),
    transactionsPerAccount: Math.max(1, Math.floor(0.3 * connections) - 1),
  };
}

/**
 * Lets the accounts whose calls use a pool take turns: a statement of a call waits for its account's turn. Statements
 * outside of calls, or before the caller is known, do not wait. Throws DatabaseUnavailableError with `isOwnFault`
 * when one account has too many statements waiting.
 */
export class AccountTurns {
  readonly #statements: FairLimiter;
  readonly #transactions: FairLimiter;

  constructor({ connections, longestWaitMs }: { connections: number; longestWaitMs: number }) {
    const { shared, perAccount, transactions, transactionsPerAccount } = sharesOf(connections);
    const waiting = { maxWaitingPerCaller: maxWaitingPerAccount, longestWaitMs };
    this.#statements = limitFairly({ atOnce: shared, atOncePerCaller: perAccount, ...waiting });
    this.#transactions = limitFairly({
      atOnce: transactions,
      atOncePerCaller: transactionsPerAccount,
      ...waiting,
    });
  }

  /** Statements and transactions that wait for their turn. */
  get waiting(): number {
    return this.#statements.waiting + this.#transactions.waiting;
  }

  /** Makes the adapter's statements wait for their turn. A transaction keeps its turn until it ends. */
  watch(adapter: SqlDriverAdapter): void {
    this.#watchStatements(adapter);
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => {
      const over = await this.#takeTransaction();
      const transaction = await start(isolation).catch((error: unknown) => {
        over();
        throw error;
      });
      const [commit, rollback] = [
        transaction.commit.bind(transaction),
        transaction.rollback.bind(transaction),
      ];
      transaction.commit = () => commit().finally(over);
      transaction.rollback = () => rollback().finally(over);
      return transaction;
    };
  }

  #watchStatements(target: SqlQueryable): void {
    const [query, execute] = [target.queryRaw.bind(target), target.executeRaw.bind(target)];
    target.queryRaw = (statement) => this.#run(() => query(statement));
    target.executeRaw = (statement) => this.#run(() => execute(statement));
  }

  #run<T>(statement: () => Promise<T>): Promise<T> {
    const account = getRequest()?.caller;
    return account === undefined ? statement() : inTurn(this.#statements, account, statement);
  }

  /** Waits for a turn; resolves with the function that ends it. */
  async #takeTransaction(): Promise<() => void> {
    const account = getRequest()?.caller;
    if (account === undefined) return () => undefined;
    const began = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const hold = () => {
      began.resolve();
      return ended.promise;
    };
    const run = () => inTurn(this.#statements, account, hold);
    inTurn(this.#transactions, account, run).catch(began.reject);
    await began.promise;
    return ended.resolve;
  }
}

/** Prisma treats errors with a `code` as its own, so the limiter's refusal is thrown as DatabaseUnavailableError. */
async function inTurn<T>(limiter: FairLimiter, account: string, run: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return await limiter.run(account, () => {
      hasBegun = true;
      return run();
    });
  } catch (cause) {
    if (hasBegun) throw cause;
    throw new DatabaseUnavailableError("Too many statements of this account are waiting", {
      cause,
      wasSent: false,
      isOwnFault: true,
    });
  }
}

/** The turns of a pool; null when the pool is too small to be shared. */
export function turnsOf(connections: number, longestWaitMs: number): AccountTurns | null {
  return connections < fewestShared ? null : new AccountTurns({ connections, longestWaitMs });
}
