import { setTimeout as delay } from "node:timers/promises";
import { exportTask, purgeExports } from "./account-export/exports.ts";
import { renewAllowances } from "./account-lifecycle/allowance.ts";
import { endTrials, forgetTrialAddresses, noticeEndingTrials } from "./account-lifecycle/trial.ts";
import { eraseAuditDetails, purgeAuditEvents } from "./audit/retention.ts";
import { secretsTask } from "./auth/secret-rotation.ts";
import { backupTasks } from "./backup/task.ts";
import { reconciliationTasks } from "./billing/reconcile.ts";
import { billingMode } from "./billing/stripe.ts";
import { finishClosings } from "./closing/close-account.ts";
import { connectImages } from "./connect-images.ts";
import { auditTask } from "./credits/audit.ts";
import { deleteExpired } from "./db/expired.ts";
import {
  dropDeadProcesses,
  removeOwnProcess,
  reportProviders,
  sendHeartbeat,
  startHeartbeats,
} from "./db/heartbeat.ts";
import { noteSecrets } from "./db/installation-secrets.ts";
import { stopListening } from "./db/notifications.ts";
import { endPresence } from "./db/presence.ts";
import { watchStoredTimes } from "./db/stored-times.ts";
import { isUnavailable } from "./db/unavailable.ts";
import { applyRetention } from "./generations/history/delete.ts";
import { refundExpired } from "./generations/run/refund-expired.ts";
import { requeueLostWork } from "./generations/run/requeue.ts";
import { finishJobs, startWorkers } from "./generations/run/worker.ts";
import { freeLostKeys, freeOwnKeys } from "./http/lost-keys.ts";
import { imageFiles } from "./images/embedded/folder.ts";
import { embeddedImageHost } from "./images/embedded/index.ts";
import { mailTask, requeueMails } from "./mail/queue.ts";
import { providerStates } from "./models/index.ts";
import { withTimeout } from "./platform/concurrency.ts";
import { env } from "./platform/env.ts";
import { log } from "./platform/log.ts";
import { countRunning, startDraining } from "./platform/process.ts";
import { flushSpans } from "./platform/tracing.ts";
import { queue, stopQueue } from "./queue/boss.ts";
import { startTasks, stopTasks, type Task } from "./queue/tasks.ts";
import { sandboxTask } from "./stripe-sandbox/index.ts";
import { sweepPictures } from "./uploads/sweep.ts";
import { webhookTasks } from "./webhooks/tasks.ts";

const readyWithinMs = 5_000;
const retryEveryMs = 500;
const pollEveryMs = 20;
const abandonedCallsMs = 5_000;
const leaveWithinMs = 3_000;

const everyMinute = "* * * * *";

const allowanceTask: Task = { queue: "allowances", cron: "*/10 * * * *", run: () => renewAllowances() };

/**
 * All background tasks: a scheduled task runs in one process at its time; queued tasks are shared by all processes.
 */
export const listTasks = (): Task[] => [
  { queue: "sweep", cron: everyMinute, pollEverySeconds: 10, run: sweep },
  { queue: "pictures", cron: everyMinute, run: sweepPictures },
  { queue: "closings", cron: "*/5 * * * *", run: finishClosings },
  { queue: "trial-notices", cron: "*/10 * * * *", run: () => noticeEndingTrials() },
  ...(env().BILLING === "off" ? [allowanceTask] : []),
  {
    queue: "lost-jobs",
    cron: everyMinute,
    run: () => Promise.all([requeueMails(), requeueLostWork()]),
  },
  { queue: "derived-files", cron: "23 * * * *", run: sweepDerived },
  { queue: "retention", cron: "7 * * * *", run: applyRetention },
  { queue: "purge", cron: "37 * * * *", run: purge },
  auditTask,
  secretsTask,
  mailTask,
  exportTask,
  ...webhookTasks,
  ...backupTasks(),
  ...(billingMode() === "off" ? [] : reconciliationTasks),
  ...(billingMode() === "sandbox" ? [sandboxTask] : []),
];

/**
 * Starts all background work. Resolves after the first sweep, so that a process never serves before the charges of
 * its dead predecessor are refunded; if the database is away, it does not wait, because every request is refused
 * anyway, and continues when the database is back.
 */
export async function startBackground(): Promise<void> {
  connectImages();
  startHeartbeats();
  watchStoredTimes();
  const { promise: waitedEnough, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, readyWithinMs, "late");
  const ready = begin();
  const how = await Promise.race([ready, waitedEnough]).finally(() => clearTimeout(timer));
  // Until then the caller reports a failure.
  if (how === "late")
    ready.catch((error: unknown) => log.error({ err: error }, "the background does not run"));
}

async function begin(): Promise<void> {
  reportProviders(() =>
    Object.fromEntries(Object.entries(providerStates()).map(([name, { state }]) => [name, state])),
  );
  await onceReachable(async () => {
    await sendHeartbeat();
    await noteSecrets();
  });
  await onceReachable(sweep);
  // A process without workers still enqueues jobs.
  if (env().WORKERS === 0) return void (await onceReachable(() => queue()));
  await onceReachable(() => startWorkers());
  await onceReachable(() => startTasks(listTasks()));
}

async function onceReachable(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await delay(retryEveryMs, undefined, { ref: false });
    }
  }
}

/** Refunds lost work, then frees its idempotency keys for retries. */
export async function sweep(): Promise<number> {
  await dropDeadProcesses();
  const refunded = await refundExpired();
  await freeLostKeys();
  await endTrials();
  return refunded;
}

/** On a disk, the process that makes derived files deletes old ones; in a bucket, one machine does it for all. */
async function sweepDerived(): Promise<void> {
  if (imageFiles().isShared) await embeddedImageHost().derived.sweep();
}

/** Deletes expired data of all kinds. */
export async function purge(): Promise<void> {
  await Promise.all([
    deleteExpired(),
    forgetTrialAddresses(),
    purgeAuditEvents(),
    eraseAuditDetails(),
    purgeExports(),
  ]);
}

interface DrainOptions {
  /** Time for running work to finish; the whole drain takes at most three seconds more. */
  timeoutMs: number;
  /** When aborted, the drain stops waiting. */
  hurried?: AbortSignal;
}

/**
 * Shuts down this process's work. Health reports `draining` and no task starts; jobs of paid work are still taken
 * until `closed`, because requests may wait for them, and running work finishes. Unfinished work then goes to other
 * workers and the process is unregistered. Exit afterwards.
 */
export async function drainWork(
  closed: Promise<unknown>,
  { timeoutMs, hurried = new AbortController().signal }: DrainOptions,
): Promise<void> {
  startDraining();
  const endsAtMs = performance.now() + timeoutMs;
  let open = 2;
  const over = () => {
    open -= 1;
  };
  void stopTasks()
    .catch((error: unknown) => log.warn({ err: error }, "the tasks could not be ended"))
    .finally(over);
  void closed
    .then(finishJobs, finishJobs)
    .catch((error: unknown) => log.warn({ err: error }, "the workers could not be ended"))
    .finally(over);
  await until(() => open === 0 || hurried.aborted, endsAtMs);
  // Requests whose clients have left may wait for work that this process no longer starts: a retry finds the result.
  const abandonedEndAtMs = Math.min(endsAtMs, performance.now() + abandonedCallsMs);
  await until(() => countRunning() === 0 || hurried.aborted, abandonedEndAtMs);
  const late = () => new Error("the database does not answer");
  await withTimeout(leave(), leaveWithinMs, late).catch((error: unknown) =>
    log.warn({ err: error }, "the work that is left is taken up by others in half a minute"),
  );
}

async function leave(): Promise<void> {
  await flushSpans();
  await handBack();
  endPresence();
  await stopListening();
}

async function until(isOver: () => boolean, giveUpAtMs: number): Promise<void> {
  while (!isOver() && performance.now() < giveUpAtMs) await delay(pollEveryMs);
}

/** Releases everything that this process holds and unregisters it, so that no other process waits for it. */
export async function handBack(): Promise<void> {
  await stopQueue();
  await freeOwnKeys();
  await removeOwnProcess();
}
