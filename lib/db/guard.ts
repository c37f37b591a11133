import { setTimeout as delay } from "node:timers/promises";
import type { SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import { isDraining } from "../platform/process.ts";
import { DatabaseUnavailableError, noteUnavailable, toUnavailable } from "./unavailable.ts";

/** While the database does not answer, one statement per interval is tried; the others fail immediately. */
const probeEveryMs = 250;
/** A database that was stopped together with this process is usually restarted within this time. */
const drainWaitMs = 10_000;

/**
 * Guards all statements of a connection pool. Errors of an unavailable database become DatabaseUnavailableError; and
 * after a statement without a response, the following ones fail immediately instead of waiting too.
 */
export class DatabaseGuard {
  #answeredAtMs = 0;
  #failedAtMs = 0;
  #isDown = false;
  #isProbing = false;

  /** Wraps an adapter and the transactions that it opens. */
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

  /**
   * While this process drains, statements wait for a database that refuses connections, so that no request is lost.
   */
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
      // If other statements got responses meanwhile, this one timed out because of load.
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
