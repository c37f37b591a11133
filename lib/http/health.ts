import { type BackupStatus, readBackupStatus } from "../backup/runs.ts";
import { readProviderReports } from "../db/heartbeat.ts";
import { readClockDifference } from "../db/stored-times.ts";
import { retryAfterSeconds } from "../db/unavailable.ts";
import { getCapacity } from "../generations/run/capacity.ts";
import { imageFiles } from "../images/embedded/folder.ts";
import { mergeStates } from "../platform/circuit-breaker.ts";
import { cachedFor, withTimeout } from "../platform/concurrency.ts";
import { lazy } from "../platform/lazy.ts";
import { isDraining } from "../platform/process.ts";
import { because, noWorkerFix, textOf } from "../platform/reasons.ts";

const timeoutMs = 1_500;
const goodForMs = 1_000;
/** From this age on, facts are refreshed in the background, so that frequent polling never waits. */
const renewAfterMs = 400;
const backupGoodForMs = 30_000;
const state = lazy(() => ({
  known: { models: {}, hasWorker: true, hasStorage: null, clockAheadMs: 0 } as HealthFacts,
  lastGoodAtMs: Number.NEGATIVE_INFINITY,
  asking: null as Promise<HealthFacts> | null,
  backup: null as BackupStatus | null,
  readBackup: cachedFor(backupGoodForMs, readBackup),
}));

interface HealthFacts {
  models: Record<string, string>;
  hasWorker: boolean;
  /** Milliseconds by which the clock of this process is ahead of the database's. */
  clockAheadMs: number;
  /** Whether the storage bucket responds; null if pictures are on a disk. */
  hasStorage: boolean | null;
}

/**
 * 200 while the database responds and this process takes requests, else 503; the database is queried at most once a
 * second while healthy, by one query at a time. `degraded`, still 200, while the storage bucket is away or no worker
 * lives, because downloads and orders still work. A late or failed
 * backup does not change the status, because requests do not depend on it: monitoring reads `backup`.
 */
export async function checkHealth(): Promise<Response> {
  if (isDraining()) return answerState(503, { status: "draining" });
  const facts = await readHealthFacts();
  if (!facts) return answerState(503, { status: "unavailable", database: "unreachable" });
  const { models, hasStorage } = facts;
  return answerState(200, {
    ...statusOf(facts),
    ...(Object.keys(models).length > 0 && { models }),
    ...(hasStorage !== null && { storage: hasStorage ? "ok" : "unreachable" }),
    ...(await describeBackup()),
  });
}

/** Facts from the database about the whole service, at most a second old; null while it does not respond. */
export async function readHealthFacts(): Promise<HealthFacts | null> {
  const ageMs = performance.now() - state().lastGoodAtMs;
  if (ageMs > renewAfterMs) {
    const renewed = renewFacts();
    if (ageMs > goodForMs && !(await renewed)) return null;
  }
  return state().known;
}

/** Whether the database responded in time. One query runs at a time. */
async function renewFacts(): Promise<boolean> {
  const current = state();
  current.asking ??= readFacts().finally(() => {
    current.asking = null;
  });
  try {
    current.known = await withTimeout(current.asking, timeoutMs, () => new Error("no answer in time"));
    current.lastGoodAtMs = performance.now();
    return true;
  } catch {
    current.lastGoodAtMs = Number.NEGATIVE_INFINITY;
    return false;
  }
}

/** The public part of the state: neither where backups are nor why one failed. */
async function describeBackup(): Promise<{ backup?: { state: string; last_success_at: string | null } }> {
  const status = await readKnownBackup();
  if (!status) return {};
  return {
    backup: { state: status.state, last_success_at: status.lastSuccess?.at.toISOString() ?? null },
  };
}

/** The state of the scheduled backups, at most 30 s old; null if none are scheduled. */
export const readKnownBackup = (): Promise<BackupStatus | null> => state().readBackup();

async function readBackup(): Promise<BackupStatus | null> {
  const current = state();
  const late = () => new Error("no answer in time");
  // If the database is unavailable, the last known state is kept.
  const status = await withTimeout(readBackupStatus(), timeoutMs, late).catch(() => current.backup);
  current.backup = status;
  return status;
}

function statusOf({ hasWorker, hasStorage }: HealthFacts): { status: string; reason?: string } {
  if (hasStorage === false) return { status: "degraded", reason: noStorageReason };
  return hasWorker ? { status: "ok" } : { status: "degraded", reason: noWorkerReason };
}

export const noWorkerReason = `${textOf(because("no_worker"))} Operator: ${noWorkerFix}.`;

const noStorageReason =
  "The store of the pictures does not answer: pictures are neither taken nor delivered, and work waits or is refunded. " +
  "Operator: npm run admin -- storage check.";

async function readFacts(): Promise<HealthFacts> {
  const [reports, { workers }, hasStorage, clockAheadMs] = await Promise.all([
    readProviderReports(),
    getCapacity(),
    imageFiles().isReachable?.() ?? null,
    readClockDifference(),
  ]);
  const models = mergeStates(reports);
  return { models, hasWorker: workers > 0, hasStorage, clockAheadMs };
}

/** The state of this process for load balancers and monitoring; never cached. */
export function answerState(status: 200 | 503, body: object): Response {
  const headers = {
    "Cache-Control": "no-store",
    ...(status === 503 && { "Retry-After": String(retryAfterSeconds) }),
  };
  return Response.json(body, { status, headers });
}

/** Liveness only: the process responds. `checkHealth` reports whether it can work. */
export const checkLive = async () => Response.json({ status: "ok" });
