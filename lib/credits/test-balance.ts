import { testBalance } from "../contract/keys/test-mode.ts";
import { processSlot } from "../platform/process-slot.ts";
import { moveCredits } from "./move.ts";

/** The day for which this process last saw the balance of a test account filled. */
const filledOn = processSlot("test-balances", () => new Map<string, string>());
const maxRemembered = 10_000;

/** Fills the balance of a test account once a day (UTC), before its first call. False where that was done before. */
export async function fillTestBalance(userId: string): Promise<boolean> {
  const day = new Date().toISOString().slice(0, "2026-11-25".length);
  if (filledOn().get(userId) === day) return false;
  const reference = `test-balance:${userId}:${day}`;
  const monthly = { set: testBalance };
  const filled = await moveCredits({ userId, kind: "allowance", reference, note: "test mode", monthly });
  if (filledOn().size >= maxRemembered) filledOn().clear();
  filledOn().set(userId, day);
  return filled !== null;
}
