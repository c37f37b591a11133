import { reportCapacity } from "../../db/heartbeat.ts";
import { pixelPace } from "../../imaging/worker/pool.ts";

/** Makes every heartbeat of this process report its slots and measured durations. */
export function announceSlots(slots: number): void {
  reportCapacity(() => ({ slots, paces: pixelPace() }));
}
