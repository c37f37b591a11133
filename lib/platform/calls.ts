import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "./env.ts";
import { type FairLimiter, limitFairly } from "./fair-limit.ts";
import { lazy } from "./lazy.ts";
import { runWithPause } from "./pause.ts";

/**
 * How many calls run at once, so that they do not use up the connections of this process: three of ten connections
 * remain for callers not yet known, health, sign-in, charges that end, and background work.
 */
export function sharesOf(connections: number) {
  const reserved = Math.ceil(0.3 * connections);
  return {
    atOnce: Math.max(1, connections - reserved),
    atOncePerCaller: Math.max(1, Math.floor(0.3 * connections)),
  };
}

const waiting = { maxWaitingPerCaller: 1_000, longestWaitMs: 20_000 };
const calls = lazy(() => limitFairly({ ...sharesOf(env().DATABASE_POOL_SIZE), ...waiting }));

/** The slot of a running call among all calls. */
class Slot {
  readonly #account: string;
  readonly #limiter: FairLimiter;
  #leave: (() => void) | null;
  #retaking: Promise<void> | null = null;
  isOver = false;
  /** What the call waits for now. */
  #waits = 0;

  constructor({ account, limiter, leave }: { account: string; limiter: FairLimiter; leave: () => void }) {
    this.#account = account;
    this.#limiter = limiter;
    this.#leave = leave;
  }

  async whileAway<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    this.#release();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0 && !this.isOver) await this.#retake();
    }
  }

  /** The parts of a call that return at about the same time share a slot: one each could take all of the account. */
  #retake(): Promise<void> {
    if (this.#leave) return Promise.resolve();
    this.#retaking ??= this.#waitForSlot();
    return this.#retaking;
  }

  async #waitForSlot(): Promise<void> {
    const leave = await this.#limiter.resume(this.#account);
    this.#retaking = null;
    if (this.#waits > 0 || this.isOver) leave();
    else this.#leave = leave;
  }

  #release(): void {
    this.#leave?.();
    this.#leave = null;
  }

  end(): void {
    this.isOver = true;
    this.#release();
  }
}

const slots = new AsyncLocalStorage<Slot>();

/**
 * Runs a call of an account when its turn comes; calls of one account wait for each other, not for those of others.
 * Throws ApiError `rate_limited` when too many of the account wait.
 */
export async function runCall<T>(account: string, call: () => Promise<T>): Promise<T> {
  if (slots.getStore()?.isOver === false) return await call();
  const limiter = calls();
  const leave = await limiter.take(account);
  const slot = new Slot({ account, limiter, leave });
  return await slots.run(slot, call).finally(() => slot.end());
}

/**
 * Waits for something other than the database (a picture, a worker, another server, a limit of its own) without
 * keeping the slot of the current call.
 */
export function whileAway<T>(wait: () => Promise<T>): Promise<T> {
  return slots.getStore()?.whileAway(wait) ?? wait();
}

/** Validating a thousand items blocks the main thread for a tenth of a second or more. */
const large = limitFairly({ atOnce: 1, maxWaitingPerCaller: 3, maxWaiting: 24, longestWaitMs: 20_000 });

/** A call that takes longer is waiting for the database: the next one may start. */
const longestMs = 2_000;
const longestPauseMs = 500;

/**
 * Runs what a large body needs, in the turn of its account. Throws ApiError `rate_limited` or `overloaded` if the queue
 * is full.
 */
export function runLargeCall<T>(account: string, call: () => Promise<T>): Promise<T> {
  return runWithPause(call, { longestMs, longestPauseMs, place: (task) => large.run(account, task) });
}

/** Calls that wait for their turn. */
export const waitingCalls = (): number => calls().waiting;
