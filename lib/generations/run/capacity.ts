import { type Capacity, findLiveWorkers, reportCapacity } from "../../db/heartbeat.ts";
import { guessMs } from "../../imaging/worker/pace.ts";
import { pixelPace } from "../../imaging/worker/pool.ts";
import { processSlot } from "../../platform/process-slot.ts";

/** What is known of the workers is asked for again after this. */
const keptMs = 1_000;

/** What all live workers can do together. */
export interface TotalCapacity extends Capacity {
  /** Processes that take jobs: 0 while nothing that is ordered can begin. */
  workers: number;
}

const cache = processSlot("capacity", () => ({
  atMs: Number.NEGATIVE_INFINITY,
  known: null as TotalCapacity | null,
}));

/** What all live workers can do; at most a second old. */
export async function getCapacity(): Promise<TotalCapacity> {
  const slot = cache();
  if (slot.known && performance.now() - slot.atMs < keptMs) return slot.known;
  const workers = await findLiveWorkers();
  slot.known = {
    workers: workers.length,
    slots: workers.reduce((sum, { slots }) => sum + slots, 0),
    paces: Object.assign({}, ...workers.map(({ paces }) => paces)),
  };
  slot.atMs = performance.now();
  return slot.known;
}

/** How long these tasks of the pixels' workers take one after the other, as far as any worker has timed them. */
export async function expectedMsOf(kinds: readonly string[]): Promise<number> {
  if (kinds.length === 0) return 0;
  const { paces } = await getCapacity();
  return kinds.reduce((sum, kind) => sum + (paces[kind] ?? guessMs(kind)), 0);
}

/** Says with every heartbeat of this process what it can do. */
export function announceSlots(slots: number): void {
  reportCapacity(() => ({ slots, paces: pixelPace() }));
}
