import { endTrials } from "./accounts/index.ts";
import { billingTasks } from "./billing/background.ts";
import { beat, refundAbandoned } from "./credits/sweep.ts";
import { applyRetention } from "./generations/remove.ts";
import { log } from "./log.ts";
import { sweepPictures } from "./uploads/sweep.ts";

const beatIntervalMs = 10_000;
const sweepIntervalMs = 15_000;
const pictureSweepIntervalMs = 60_000;
const retentionIntervalMs = 60 * 60_000;

/**
 * Starts what runs beside the requests: the heartbeat and the sweeps. The first sweep is over when this
 * resolves, so that a process never serves before the charges of its dead predecessor are refunded.
 */
export async function startBackground(): Promise<void> {
  await beat();
  await sweep();
  repeat("heartbeat", beat, beatIntervalMs);
  repeat("sweep", sweep, sweepIntervalMs);
  repeat("picture sweep", sweepPictures, pictureSweepIntervalMs);
  repeat("retention", applyRetention, retentionIntervalMs);
  for (const { name, run, everyMs } of billingTasks) repeat(name, run, everyMs);
}

async function sweep(): Promise<void> {
  await refundAbandoned();
  await endTrials();
}

function repeat(name: string, task: () => Promise<unknown>, intervalMs: number): void {
  const again = () =>
    setTimeout(async () => {
      await task().catch((error: unknown) => log.error({ err: error }, `${name} failed; it is tried again`));
      again();
    }, intervalMs).unref();
  again();
}
