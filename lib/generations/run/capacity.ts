import { type Capacity, findLiveWorkers } from "../../db/heartbeat.ts";
import { guessMs } from "../../imaging/worker/pace.ts";
import { cachedFor } from "../../platform/concurrency.ts";
import { lazy } from "../../platform/lazy.ts";

/** Cache lifetime of the workers' capacity. */
const cachedMs = 1_000;

/** The total capacity of all live workers. */
export interface TotalCapacity extends Capacity {
  /** Processes that take jobs; with 0, no ordered work can start. */
  workers: number;
}

const cache = lazy(() => cachedFor(cachedMs, readCapacity));

/** The total capacity of all live workers, at most a second old. */
export const getCapacity = (): Promise<TotalCapacity> => cache()();

async function readCapacity(): Promise<TotalCapacity> {
  const workers = await findLiveWorkers();
  return {
    workers: workers.length,
    slots: workers.reduce((sum, { slots }) => sum + slots, 0),
    paces: Object.assign({}, ...workers.map(({ paces }) => paces)),
  };
}

/** The total duration of these pixel tasks, from the workers' measurements or an estimate. */
export async function expectedMsOf(kinds: readonly string[]): Promise<number> {
  if (kinds.length === 0) return 0;
  const { paces } = await getCapacity();
  return kinds.reduce((sum, kind) => sum + (paces[kind] ?? guessMs(kind)), 0);
}
