import { setTimeout as delay } from "node:timers/promises";
import { accountTasks } from "./accounts/background.ts";
import { endTrials } from "./accounts/trial.ts";
import { billingTasks } from "./billing/background.ts";
import { sandboxTasks } from "./billing/sandbox/index.ts";
import { billingMode } from "./billing/stripe.ts";
import { beat, refundAbandoned } from "./credits/sweep.ts";
import { isUnavailable } from "./db/unavailable.ts";
import { applyRetention } from "./generations/remove.ts";
import { log } from "./log.ts";
import { isDraining } from "./process.ts";
import { sweepPictures } from "./uploads/sweep.ts";

const beatIntervalMs = 10_000;
const sweepIntervalMs = 15_000;
const pictureSweepIntervalMs = 60_000;
const retentionIntervalMs = 60 * 60_000;
const firstSweepWithinMs = 5_000;
const askAgainMs = 500;

/**
 * Starts what runs beside the requests: the heartbeat and the sweeps. The first sweep is over when this
 * resolves, so that a process never serves before the charges of its dead predecessor are refunded. Only a database
 * that is away is not waited for: until it is back, every call is refused anyway.
 */
export async function startBackground(): Promise<void> {
  const { promise: waitedEnough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, firstSweepWithinMs);
  await Promise.race([sweepFirst(), waitedEnough]).finally(() => clearTimeout(timer));
  repeat("heartbeat", beat, { everyMs: beatIntervalMs, whileDraining: true });
  repeat("sweep", sweep, { everyMs: sweepIntervalMs });
  repeat("picture sweep", sweepPictures, { everyMs: pictureSweepIntervalMs });
  repeat("retention", applyRetention, { everyMs: retentionIntervalMs });
  const tasks = [...billingTasks, ...accountTasks, ...(billingMode() === "sandbox" ? sandboxTasks : [])];
  for (const { name, run, everyMs } of tasks) repeat(name, run, { everyMs });
}

async function sweepFirst(): Promise<void> {
  for (;;) {
    try {
      await beat();
      await sweep();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await delay(askAgainMs, undefined, { ref: false });
    }
  }
}

async function sweep(): Promise<void> {
  await refundAbandoned();
  await endTrials();
}

/** One run at a time, each a little earlier or later than the last, so that processes do not keep step. */
function repeat(
  name: string,
  task: () => Promise<unknown>,
  { everyMs, whileDraining = false }: { everyMs: number; whileDraining?: boolean },
): void {
  const run = async () => {
    if (isDraining() && !whileDraining) return;
    await task().catch((error: unknown) => {
      if (isUnavailable(error)) log.warn({ task: name }, `${error.message}; it is tried again`);
      else log.error({ err: error }, `${name} failed; it is tried again`);
    });
    again();
  };
  const again = () => void setTimeout(run, everyMs * (0.9 + 0.2 * Math.random())).unref();
  again();
}
