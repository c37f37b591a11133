import { type Capacity, reportCapacity } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { guessMs } from "../imaging/worker/pace.ts";
import { pixelPace } from "../imaging/worker/pool.ts";
import { processSlot } from "../platform/process-slot.ts";

/** What is known of the other processes is asked for again after this. */
const keptMs = 2_000;

const cache = processSlot("capacity", () => ({
  atMs: Number.NEGATIVE_INFINITY,
  known: null as Capacity | null,
}));

/** What all workers that live can do; a moment old. */
export async function getCapacity(): Promise<Capacity> {
  const slot = cache();
  if (slot.known && performance.now() - slot.atMs < keptMs) return slot.known;
  const rows = await db().$queryRaw<{ slots: number; paces: Record<string, number> }[]>(sql`
    SELECT slots, paces FROM app_process WHERE slots > 0 ORDER BY heartbeat_at`);
  slot.known = {
    slots: Math.max(
      1,
      rows.reduce((sum, row) => sum + row.slots, 0),
    ),
    paces: Object.assign({}, ...rows.map((row) => row.paces)),
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
