import { setTimeout as delay } from "node:timers/promises";
import { type WorkNotice, workChannel } from "../../credits/resolve.ts";
import { db, sql } from "../../db/index.ts";
import { isListening, listenTo } from "../../db/notifications.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import { openList } from "../../db/work-status.ts";
import { toUrl } from "../../images/reference.ts";
import { lazy } from "../../platform/lazy.ts";
import { log } from "../../platform/log.ts";

/** Polling interval of rows besides notifications: long, or short while there are no notifications. */
const pollMs = { listening: 5_000, notListening: 500 };

type Waiter = (notice: WorkNotice) => void;

const state = lazy(() => ({
  waiting: new Map<string, Set<Waiter>>(),
  watchers: new Set<(notice: WorkNotice) => void>(),
  isPolling: false,
  isListening: false,
}));

/** Work that this process waits for. */
export interface ExpectedOutcome {
  /** The outcome, or null if the work has not ended by then (Unix time). */
  until: (timeMs: number) => Promise<WorkNotice | null>;
  /** Stops waiting. */
  forget: () => void;
}

/**
 * Waits for work to end, whichever process makes it. Must be called before the work is queued: earlier notifications
 * are missed.
 */
export function expectOutcome(id: string): ExpectedOutcome {
  const { waiting } = state();
  listen();
  const { promise: ended, resolve } = Promise.withResolvers<WorkNotice>();
  const waiters = waiting.get(id) ?? new Set();
  waiting.set(id, waiters.add(resolve));
  const forget = () => {
    waiters.delete(resolve);
    if (waiters.size === 0 && waiting.get(id) === waiters) waiting.delete(id);
  };
  void poll();
  return {
    forget,
    async until(timeMs) {
      const timer = new AbortController();
      const late = delay(Math.max(0, timeMs - Date.now()), null, { signal: timer.signal }).catch(() => null);
      try {
        return await Promise.race([ended, late]);
      } finally {
        timer.abort();
        forget();
      }
    },
  };
}

/** Calls `watcher` with every notice of any work, until the returned function is called. */
export function watchWork(watcher: (notice: WorkNotice) => void): () => void {
  listen();
  state().watchers.add(watcher);
  return () => void state().watchers.delete(watcher);
}

function listen(): void {
  if (state().isListening) return;
  state().isListening = true;
  listenTo(workChannel, (payload) => {
    if (payload === "") void readOutcomes();
    else notifyWaiters(JSON.parse(payload) as WorkNotice);
  });
}

function notifyWaiters(notice: WorkNotice): void {
  const { waiting, watchers } = state();
  for (const watcher of watchers) watcher(notice);
  if (notice.status === "running") return;
  for (const waiter of waiting.get(notice.id) ?? []) waiter(notice);
}

/** Polls while there are waiters. */
async function poll(): Promise<void> {
  const current = state();
  if (current.isPolling) return;
  current.isPolling = true;
  while (current.waiting.size > 0) {
    await delay(isListening() ? pollMs.listening : pollMs.notListening, undefined, { ref: false });
    await readOutcomes();
  }
  current.isPolling = false;
}

/** Reads the state of the work that this process waits for. */
async function readOutcomes(): Promise<void> {
  const ids = [...state().waiting.keys()];
  if (ids.length === 0) return;
  try {
    for (const notice of await findEnded(ids)) notifyWaiters(notice);
  } catch (error) {
    // Retried at the next poll; each waiter has its own deadline.
    if (!isUnavailable(error))
      log.error({ err: error }, "the state of work that calls wait for could not be read");
  }
}

/** The outcomes of those of the given work that has ended. */
export async function findEnded(ids: readonly string[]): Promise<WorkNotice[]> {
  const rows = await db().$queryRaw<
    (Omit<WorkNotice, "remaining"> & { monthly: number; topup: number })[]
  >(sql`
    SELECT g.id, g.user_id AS "userId", g.batch_id AS "batchId", g.status::text AS status,
           g.result_ref AS "resultUrl", g.from_monthly + g.from_topup AS "creditsUsed",
           g.error_code AS "errorCode", g.error_message AS "errorMessage", g.error_fix AS "errorFix",
           g.error_reason AS reason, g.error_values AS values,
           b.monthly, b.topup
    FROM generation g JOIN balance b ON b.user_id = g.user_id
    WHERE g.id = ANY(${[...ids]}) AND g.status NOT IN (${openList})`);
  return rows.map(({ monthly, topup, resultUrl, ...notice }) => ({
    ...notice,
    ...(resultUrl && { resultUrl: toUrl(resultUrl) }),
    remaining: { monthly, topup },
  }));
}
