import { endTrials } from "./accounts/trial.ts";
import { billingTasks } from "./billing/background.ts";
import { beat, refundAbandoned } from "./credits/sweep.ts";
import { log } from "./log.ts";

const beatIntervalMs = 10_000;
const sweepIntervalMs = 15_000;

/**
 * Starts what runs beside the requests: the heartbeat and the sweeps. The first sweep is over when this
 * resolves, so that a process never serves before the charges of its dead predecessor are refunded.
 */
export async function startBackground(): Promise<void> {
  await beat();
  await sweep();
  repeat("heartbeat", beat, beatIntervalMs);
  repeat("sweep", sweep, sweepIntervalMs);
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
