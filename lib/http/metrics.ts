import { readBackupStatus } from "../backup/runs.ts";
import { readProviderReports } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { openList, openStatuses } from "../db/work-status.ts";
import { getCapacity } from "../generations/run/capacity.ts";
import { breakerStates, mergeStates } from "../models/breaker.ts";
import { log } from "../platform/log.ts";
import { metrics } from "../platform/metrics.ts";
import { mayMonitor } from "./direct.ts";
import type { Handler } from "./endpoint.ts";
import { notFound } from "./route.ts";

/** What is counted here, as Prometheus reads it. Who may not read it does not learn that the address exists. */
export const answerMetrics: Handler = async (request) => {
  if (!mayMonitor(request.headers)) return notFound(request);
  const { registry } = metrics();
  await Promise.all([readShared(), readBackups()]).catch((error: unknown) =>
    log.warn({ err: error }, "metrics without the database"),
  );
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return new Response(await registry.metrics(), { headers });
};

const requeuedWithinMs = 24 * 60 * 60 * 1000;

/** What all processes share is in the database; while that is unavailable, it is left out. */
async function readShared(): Promise<void> {
  const { breakers, openWork, requeuedWork, workers, workerSlots } = metrics();
  breakers.reset();
  openWork.reset();
  workers.remove();
  workerSlots.remove();
  const [capacity, reports, open, requeued] = await Promise.all([
    getCapacity(),
    readProviderReports(),
    db().$queryRaw<{ status: string; count: number }[]>(sql`
      SELECT status, count(*)::int AS count FROM generation WHERE status IN (${openList}) GROUP BY status`),
    db().generation.count({ where: { requeuedAt: { gte: new Date(Date.now() - requeuedWithinMs) } } }),
  ]);
  requeuedWork.set(requeued);
  workers.set(capacity.workers);
  workerSlots.set(capacity.slots);
  for (const [provider, state] of Object.entries(mergeStates(reports))) {
    for (const one of breakerStates) breakers.set({ provider, state: one }, one === state ? 1 : 0);
  }
  for (const status of openStatuses) {
    openWork.set({ status }, open.find((row) => row.status === status)?.count ?? 0);
  }
}

async function readBackups(): Promise<void> {
  const { backupAt, backupSize, backupDuration, backupFailed } = metrics();
  // A gauge that was never set would be reported as 0: a backup of 1970.
  for (const gauge of [backupAt, backupSize, backupDuration, backupFailed]) gauge.remove();
  const status = await readBackupStatus();
  if (!status) return;
  backupFailed.set(status.lastFailure ? 1 : 0);
  if (!status.lastSuccess) return;
  const { at, sizeBytes, durationMs } = status.lastSuccess;
  backupAt.set(at.getTime() / 1000);
  backupSize.set(sizeBytes);
  backupDuration.set(durationMs / 1000);
}
