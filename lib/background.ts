import { setTimeout as delay } from "node:timers/promises";
import { purgeAttempts } from "./accounts/attempts.ts";
import { finishClosings } from "./accounts/close.ts";
import { endTrials, forgetTrialAddresses } from "./accounts/trial.ts";
import { purgeDevices } from "./auth/devices.ts";
import { purgeEmailChanges } from "./auth/email-change.ts";
import { purgeSessions } from "./auth/sessions.ts";
import { purgeEvents } from "./billing/receipt.ts";
import { reconciliationTasks } from "./billing/reconcile.ts";
import { billingMode } from "./billing/stripe.ts";
import { noticeEndingTrials } from "./billing/trial-notice.ts";
import { refundExpired } from "./credits/sweep.ts";
import { dropDeadProcesses, removeOwnProcess, reportProviders, sendHeartbeat } from "./db/heartbeat.ts";
import { stopListening } from "./db/notifications.ts";
import { endPresence } from "./db/presence.ts";
import { isUnavailable } from "./db/unavailable.ts";
import { applyRetention } from "./generations/delete.ts";
import { purgeModelCalls } from "./generations/model-calls.ts";
import { finishJobs, startWorkers } from "./generations/worker.ts";
import { freeLostKeys, freeOwnKeys } from "./http/idempotency.ts";
import { mailTask, purgeMails, requeueMails } from "./mail/queue.ts";
import { providerStates } from "./models/index.ts";
import { withTimeout } from "./platform/concurrency.ts";
import { env } from "./platform/env.ts";
import { log } from "./platform/log.ts";
import { countRunning, startDraining } from "./platform/process.ts";
import { queue, stopQueue } from "./queue/boss.ts";
import { startTasks, stopTasks, type Task } from "./queue/tasks.ts";
import { sandboxTasks } from "./stripe-sandbox/index.ts";
import { purgeTryouts } from "./tryouts/claim.ts";
import { sweepPictures } from "./uploads/sweep.ts";
import { webhookTasks } from "./webhooks/tasks.ts";

const heartbeatEveryMs = 10_000;
const readyWithinMs = 5_000;
const retryEveryMs = 500;
const pollEveryMs = 20;
const endWithinMs = 5_000;

const everyMinute = "* * * * *";

/**
 * All that this service does beside its requests: of what has a time, one of all processes does it then; of what
 * others queue, each takes its part.
 */
export const listTasks = (): Task[] => [
  { queue: "sweep", cron: everyMinute, pollEverySeconds: 10, run: sweep },
  { queue: "pictures", cron: everyMinute, run: sweepPictures },
  { queue: "closings", cron: "*/5 * * * *", run: finishClosings },
  { queue: "trial-notices", cron: "*/10 * * * *", run: () => noticeEndingTrials() },
  { queue: "lost-jobs", cron: "*/5 * * * *", run: requeueMails },
  { queue: "retention", cron: "7 * * * *", run: applyRetention },
  { queue: "purge", cron: "37 * * * *", run: purge },
  mailTask,
  ...webhookTasks,
  ...(billingMode() === "off" ? [] : reconciliationTasks),
  ...(billingMode() === "sandbox" ? sandboxTasks : []),
];

/**
 * Starts all that runs beside requests. The first sweep is over when this resolves, so that a process never serves
 * before the charges of its dead predecessor are refunded. Only a database that is away is not waited for: until it
 * is back, every call is refused anyway, and the rest of this happens then.
 */
export async function startBackground(): Promise<void> {
  beat();
  const { promise: waitedEnough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, readyWithinMs);
  const ready = begin();
  ready.catch((error: unknown) => log.error({ err: error }, "the background does not run"));
  await Promise.race([ready, waitedEnough]).finally(() => clearTimeout(timer));
}

async function begin(): Promise<void> {
  reportProviders(() =>
    Object.fromEntries(Object.entries(providerStates()).map(([name, { state }]) => [name, state])),
  );
  await onceReachable(async () => {
    await sendHeartbeat();
    await sweep();
  });
  // A process that only serves puts jobs into queues all the same.
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

/** Says again and again that this process lives, until it ends. Each does so for itself: no queue can. */
function beat(): void {
  const once = async () => {
    await sendHeartbeat().catch((error: unknown) => {
      if (isUnavailable(error)) log.warn(`the heartbeat was not heard: ${error.message}`);
      else log.error({ err: error }, "the heartbeat failed");
    });
    beat();
  };
  setTimeout(once, heartbeatEveryMs * (0.9 + 0.2 * Math.random())).unref();
}

/** Gives back what lost work holds: credits, then the keys under which it may be asked for again. */
export async function sweep(): Promise<number> {
  await dropDeadProcesses();
  const refunded = await refundExpired();
  await freeLostKeys();
  await endTrials();
  return refunded;
}

/** Forgets what is kept for a time only. */
export async function purge(): Promise<void> {
  await Promise.all([
    ...[purgeMails(), purgeEvents(), purgeAttempts(), purgeSessions(), forgetTrialAddresses()],
    ...[purgeDevices(), purgeEmailChanges()],
    ...[purgeModelCalls(), purgeTryouts()],
  ]);
}

/**
 * The orderly end of this process's work. From now on health says `draining` and no task is begun; jobs of paid work
 * are taken until `closed`, for calls may still wait for them, and what runs is finished for as long as `timeoutMs`.
 * What is not done then goes to other workers, and this process leaves the list of the living. Exit after it.
 */
export async function drainWork(closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  startDraining();
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
  await until(() => open === 0, timeoutMs);
  // Calls whose clients have gone may wait for work that nobody here begins: whoever asks again finds it.
  await until(() => countRunning() === 0, endWithinMs);
  try {
    await handBack();
    endPresence();
  } catch (error) {
    log.warn({ err: error }, "the work that is left is taken up by others in half a minute");
  }
  const late = () => new Error("the database does not answer");
  await withTimeout(Promise.all([stopQueue(), stopListening()]), endWithinMs, late).catch((error: unknown) =>
    log.warn({ err: error }, "the jobs that are left are taken up by others in half a minute"),
  );
}

async function until(isOver: () => boolean, timeoutMs: number): Promise<void> {
  const giveUpAtMs = performance.now() + timeoutMs;
  while (!isOver() && performance.now() < giveUpAtMs) await delay(pollEveryMs);
}

/** Gives back all that this process holds and takes it off the list, so that nobody need wait for it. */
export async function handBack(): Promise<void> {
  await stopQueue();
  await freeOwnKeys();
  await removeOwnProcess();
}
