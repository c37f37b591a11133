import type { SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { getRequest } from "../platform/requests.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** With fewer connections than this there is nothing to reserve: all take what is free. */
const fewestShared = 4;
/** One batch may ask a thousand things at once; an account with more than this waiting is at its limit. */
const maxWaitingPerAccount = 10_000;

/**
 * How a pool is shared. Three of ten connections are never lent to calls of accounts: they are for what comes before a
 * call is known (keys, sign-in, credits, rate limits), health, settlement and everything else beside calls.
 */
export function sharesOf(connections: number) {
  const reserved = Math.ceil(0.3 * connections);
  const shared = connections - reserved;
  return {
    /** Of all accounts together. */
    shared,
    /** Of one account. A transaction leaves a connection to the statements that its caller sends beside it. */
    perAccount: Math.max(2, Math.floor(0.3 * connections)),
    transactions: Math.max(1, shared - 2),
    transactionsPerAccount: Math.max(1, Math.floor(0.3 * connections) - 1),
  };
}

/**
 * Lets the accounts whose calls use a pool take turns: a statement of a call waits until its account's turn has come.
 * What is sent outside of a call, or before its caller is known, does not wait. Fails with DatabaseUnavailableError,
 * of the account's own fault, where one account has too much waiting.
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

  /** Statements and transactions whose turn has not come. */
  get waiting(): number {
    return this.#statements.waiting + this.#transactions.waiting;
  }

  /** Sets the turns before an adapter. A transaction keeps its turn until it is over. */
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

  /** Resolves with what ends the turn. */
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

/** Prisma takes errors with a `code` for its own: a refusal comes as an error of the database, of which it is none. */
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

/** The turns of a pool; null where it is too small to be shared so. */
export function turnsOf(connections: number, longestWaitMs: number): AccountTurns | null {
  return connections < fewestShared ? null : new AccountTurns({ connections, longestWaitMs });
}
