import { setTimeout as delay } from "node:timers/promises";
import { purgeAttempts } from "./accounts/attempts.ts";
import { finishClosings } from "./accounts/close.ts";
import { endTrials, forgetTrialAddresses } from "./accounts/trial.ts";
import { purgeSessions } from "./auth/sessions.ts";
import { purgeEvents } from "./billing/receipt.ts";
import { reconcileWhenDue } from "./billing/reconcile.ts";
import { billingMode } from "./billing/stripe.ts";
import { noticeEndingTrials } from "./billing/trial-notice.ts";
import { refundExpired } from "./credits/sweep.ts";
import { removeOwnProcess, sendHeartbeat } from "./db/heartbeat.ts";
import { endPresence } from "./db/presence.ts";
import { isUnavailable } from "./db/unavailable.ts";
import { applyRetention } from "./generations/delete.ts";
import { finishJobs, startWorkers } from "./generations/worker.ts";
import { freeLostKeys, freeOwnKeys } from "./http/idempotency.ts";
import { purgeMails, sendQueuedMail } from "./mail/queue.ts";
import { log } from "./platform/log.ts";
import { countRunning, isDraining, startDraining } from "./platform/process.ts";
import { stopQueue } from "./queue/boss.ts";
import { sandboxTasks } from "./stripe-sandbox/index.ts";
import { sweepPictures } from "./uploads/sweep.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const firstSweepWithinMs = 5_000;
const retryEveryMs = 500;
const pollEveryMs = 20;

interface Task {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  whileDraining?: boolean;
}

/** All that this service does beside its requests: how often, and what. */
const listTasks = (): Task[] => [
  { name: "heartbeat", everyMs: 10 * secondMs, run: sendHeartbeat, whileDraining: true },
  { name: "sweep", everyMs: 15 * secondMs, run: sweep },
  { name: "picture sweep", everyMs: minuteMs, run: sweepPictures },
  { name: "retention", everyMs: 60 * minuteMs, run: applyRetention },
  { name: "deletions", everyMs: minuteMs, run: finishClosings },
  { name: "purge", everyMs: 60 * minuteMs, run: purge },
  { name: "mail", everyMs: 5 * secondMs, run: sendQueuedMail },
  { name: "trial notices", everyMs: minuteMs, run: noticeEndingTrials },
  { name: "reconciliation", everyMs: minuteMs, run: reconcileWhenDue },
  ...(billingMode() === "sandbox" ? sandboxTasks : []),
];

/**
 * Starts the tasks. The first sweep is over when this resolves, so that a process never serves before the charges of
 * its dead predecessor are refunded. Only a database that is away is not waited for: until it is back, every call is
 * refused anyway.
 */
export async function startBackground(): Promise<void> {
  const { promise: waitedEnough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, firstSweepWithinMs);
  await Promise.race([sweepFirst(), waitedEnough]).finally(() => clearTimeout(timer));
  await startWorkers();
  for (const task of listTasks()) repeat(task);
}

async function sweepFirst(): Promise<void> {
  for (;;) {
    try {
      await sendHeartbeat();
      await sweep();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await delay(retryEveryMs, undefined, { ref: false });
    }
  }
}

/** Gives back what lost work holds: credits, then the keys under which it may be asked for again. */
export async function sweep(): Promise<number> {
  const refunded = await refundExpired();
  await freeLostKeys();
  await endTrials();
  return refunded;
}

/** Forgets what is kept for a time only. */
export async function purge(): Promise<void> {
  await Promise.all([purgeMails(), purgeEvents(), purgeAttempts(), purgeSessions(), forgetTrialAddresses()]);
}

/** One run at a time, each a little earlier or later than the last, so that processes do not keep step. */
function repeat({ name, everyMs, run, whileDraining = false }: Task): void {
  const runOnce = async () => {
    if (isDraining() && !whileDraining) return;
    await run().catch((error: unknown) => {
      if (isUnavailable(error)) log.warn({ task: name }, `${error.message}; it is tried again`);
      else log.error({ err: error }, `${name} failed; it is tried again`);
    });
    again();
  };
  const again = () => void setTimeout(runOnce, everyMs * (0.9 + 0.2 * Math.random())).unref();
  again();
}

/**
 * The orderly end of this process's work. From now on health says `draining`; what runs is finished for as long as
 * `timeoutMs`, also when its caller has left, and so is what comes until `closed`, after which nobody can ask any
 * more. What is not done then goes to other workers, and this process leaves the list of the living. Exit after it.
 */
export async function drainWork(closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  startDraining();
  let isClosed = false;
  // Until then calls may still wait for jobs that nobody else takes.
  const finished = closed.then(finishJobs, finishJobs);
  finished.catch((error: unknown) => log.warn({ err: error }, "the workers could not be ended"));
  void finished
    .catch(() => undefined)
    .finally(() => {
      isClosed = true;
    });
  const giveUpAt = performance.now() + timeoutMs;
  while (!(isClosed && countRunning() === 0) && performance.now() < giveUpAt) await delay(pollEveryMs);
  try {
    await handBack();
    endPresence();
  } catch (error) {
    log.warn({ err: error }, "the work that is left is taken up by others in half a minute");
  }
}

/** Gives back all that this process holds and takes it off the list, so that nobody need wait for it. */
export async function handBack(): Promise<void> {
  await stopQueue();
  await freeOwnKeys();
  await removeOwnProcess();
}
