import { testBalance } from "../contract/keys/test-mode.ts";
import { moveCredits } from "./move.ts";

/** The day on which this process last saw a test account's balance refilled, and the time of that. */
const filledOn = new Map<string, { day: string; atMs: number }>();
const maxRemembered = 10_000;

/**
 * Refills the balance of a test account once a day (UTC), before its first call. True if a balance read after
 * `sinceMs` may be outdated, also when a concurrent call refilled it.
 */
export async function fillTestBalance(userId: string, sinceMs: number): Promise<boolean> {
  const day = new Date().toISOString().slice(0, "2026-11-25".length);
  const known = filledOn.get(userId);
  if (known?.day === day) return known.atMs >= sinceMs;
  const reference = `test-balance:${userId}:${day}`;
  const monthly = { set: testBalance };
  await moveCredits({ userId, kind: "allowance", reference, note: "test mode", monthly });
  if (filledOn.size >= maxRemembered) filledOn.clear();
  filledOn.set(userId, { day, atMs: performance.now() });
  return true;
}
