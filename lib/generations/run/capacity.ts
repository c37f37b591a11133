import { type Capacity, findLiveWorkers, reportCapacity } from "../../db/heartbeat.ts";
import { guessMs } from "../../imaging/worker/pace.ts";
import { pixelPace } from "../../imaging/worker/pool.ts";

/** Cache lifetime of the workers' capacity. */
const keptMs = 1_000;

/** The total capacity of all live workers. */
export interface TotalCapacity extends Capacity {
  /** Processes that take jobs; with 0, no ordered work can start. */
  workers: number;
}

const cache = {
  atMs: Number.NEGATIVE_INFINITY,
  known: null as TotalCapacity | null,
};

/** The total capacity of all live workers, at most a second old. */
export async function getCapacity(): Promise<TotalCapacity> {
  if (cache.known && performance.now() - cache.atMs < keptMs) return cache.known;
  const workers = await findLiveWorkers();
  cache.known = {
    workers: workers.length,
    slots: workers.reduce((sum, { slots }) => sum + slots, 0),
    paces: Object.assign({}, ...workers.map(({ paces }) => paces)),
  };
  cache.atMs = performance.now();
  return cache.known;
}

/** The total duration of these pixel tasks, from the workers' measurements or an estimate. */
export async function expectedMsOf(kinds: readonly string[]): Promise<number> {
  if (kinds.length === 0) return 0;
  const { paces } = await getCapacity();
  return kinds.reduce((sum, kind) => sum + (paces[kind] ?? guessMs(kind)), 0);
}

/** Makes every heartbeat of this process report its slots and measured durations. */
export function announceSlots(slots: number): void {
  reportCapacity(() => ({ slots, paces: pixelPace() }));
}
