import { setTimeout as delay } from "node:timers/promises";
import type { SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import { isDraining } from "../platform/process.ts";
import { DatabaseUnavailableError, noteUnavailable, toUnavailable } from "./unavailable.ts";

/** While the database does not answer, one statement in this time is tried on it; the others fail at once. */
const probeEveryMs = 250;
/** A database that was signalled together with this process is started again meanwhile. */
const drainWaitMs = 10_000;

/**
 * Watches over every statement of a connection pool. Whatever says that the database is not available becomes a
 * DatabaseUnavailableError; and once a statement got no answer at all, those that come after it do not wait too.
 */
export class DatabaseGuard {
  #answeredAtMs = 0;
  #failedAtMs = 0;
  #isDown = false;
  #isProbing = false;

  /** Sets the guard before an adapter and before the transactions that it opens. */
  watch(adapter: SqlDriverAdapter): SqlDriverAdapter {
    this.#watchStatements(adapter);
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => {
      const transaction = await this.#run(() => start(isolation));
      this.#watchStatements(transaction);
      return transaction;
    };
    return adapter;
  }

  #watchStatements(target: SqlQueryable): void {
    const query = target.queryRaw.bind(target);
    const execute = target.executeRaw.bind(target);
    target.queryRaw = (statement) => this.#run(() => query(statement));
    target.executeRaw = (statement) => this.#run(() => execute(statement));
  }

  /** While this process drains, statements wait for a database that accepts no connections: no call may be lost. */
  async #run<T>(statement: () => Promise<T>): Promise<T> {
    const giveUpAtMs = performance.now() + drainWaitMs;
    for (;;) {
      try {
        return await this.#try(statement);
      } catch (error) {
        const wasSent = !(error instanceof DatabaseUnavailableError) || error.wasSent;
        if (wasSent || !isDraining() || performance.now() > giveUpAtMs) throw error;
        await delay(probeEveryMs);
      }
    }
  }

  async #try<T>(statement: () => Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    const probes = this.#isDown;
    if (probes) {
      if (this.#isProbing || startedAtMs - this.#failedAtMs < probeEveryMs) {
        noteUnavailable();
        throw new DatabaseUnavailableError("The database is not available: it does not answer", {
          wasSent: false,
        });
      }
      this.#isProbing = true;
    }
    try {
      const result = await statement();
      this.#hasAnswered();
      return result;
    } catch (error) {
      const unavailable = toUnavailable(error);
      if (unavailable === null || unavailable.answered) this.#hasAnswered();
      // Where others were answered meanwhile, this one waited for its turn in vain: that is load.
      else if (this.#answeredAtMs < startedAtMs) {
        this.#isDown = true;
        this.#failedAtMs = performance.now();
      }
      if (unavailable) noteUnavailable();
      throw unavailable?.error ?? error;
    } finally {
      if (probes) this.#isProbing = false;
    }
  }

  #hasAnswered(): void {
    this.#answeredAtMs = performance.now();
    this.#isDown = false;
  }
}
