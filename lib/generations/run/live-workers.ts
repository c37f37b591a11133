import { setTimeout as delay } from "node:timers/promises";
import { findLiveWorkers, isWorker } from "../../db/heartbeat.ts";
import { cachedFor } from "../../platform/concurrency.ts";
import { type ApiError, refusal } from "../../platform/errors.ts";
import { lazy } from "../../platform/lazy.ts";
import { log } from "../../platform/log.ts";
import { because, noWorkerFix } from "../../platform/reasons.ts";

/** How long a call without a live worker waits for one that is just starting. */
const graceMs = 1_500;
/** How long no worker must be found: a read may precede a heartbeat delayed by a slow database. */
const confirmMs = 1_000;
/** A supervisor restarts an ended worker within this time. */
const restartMs = 10_000;
const pollMs = 250;
const waitingPollMs = 500;
const retryAfterSeconds = 5;
const logEveryMs = 60_000;

const state = lazy(() => ({
  /** When a worker was last known to be alive. */
  seenAtMs: Number.NEGATIVE_INFINITY,
  read: cachedFor(pollMs, readWorkers),
  loggedAtMs: Number.NEGATIVE_INFINITY,
}));

/**
 * Throws ApiError `overloaded` when it is certain that no worker is alive, within two seconds of the call's start.
 */
export async function requireWorker(startedAtMs: number): Promise<void> {
  const giveUpAtMs = Math.max(startedAtMs + graceMs, Date.now() + confirmMs);
  while (!(await isAnyAlive())) {
    if (Date.now() >= giveUpAtMs) throw noWorker();
    await delay(pollMs);
  }
}

/**
 * Resolves with the ApiError of a waiting call when all workers have vanished, or with null when `signal` is aborted
 * first.
 */
export async function watchWorkers(signal: AbortSignal): Promise<ApiError | null> {
  const beganAtMs = performance.now();
  let missingSinceMs: number | null = null;
  while (!signal.aborted) {
    const isAlive = await isAnyAlive().catch(() => true);
    if (isAlive) missingSinceMs = null;
    else missingSinceMs ??= performance.now();
    // A worker whose last heartbeat precedes the call was already dead when the call found it listed.
    const patienceMs = state().seenAtMs < beganAtMs ? confirmMs : restartMs;
    if (missingSinceMs !== null && performance.now() - missingSinceMs >= patienceMs) return noWorker();
    await delay(waitingPollMs, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

function noWorker(): ApiError {
  if (performance.now() - state().loggedAtMs > logEveryMs) {
    state().loggedAtMs = performance.now();
    log.error(`calls are refused because no worker is running: ${noWorkerFix}`);
  }
  return refusal(because("no_worker"), { retryAfterSeconds });
}

/** Whether a worker is alive; all calls of this process share one query. */
async function isAnyAlive(): Promise<boolean> {
  if (isWorker()) {
    state().seenAtMs = performance.now();
    return true;
  }
  return await state().read();
}

async function readWorkers(): Promise<boolean> {
  const atMs = performance.now();
  const workers = await findLiveWorkers();
  for (const { seenMsAgo } of workers) state().seenAtMs = Math.max(state().seenAtMs, atMs - seenMsAgo);
  return workers.length > 0;
}
