import { setTimeout as delay } from "node:timers/promises";
import { handBack } from "./credits/sweep.ts";
import { log } from "./log.ts";
import { endPresence } from "./presence.ts";
import { countRunning, startDraining } from "./process.ts";

const lookEveryMs = 20;

/**
 * The orderly end of this process's work. From now on health says `draining`; what runs is finished for as long as
 * `timeoutMs`, also when its caller has left, and so is what comes until `closed`, after which nobody can ask any
 * more. What is not done then is refunded, and this process leaves the list of the living. Exit after it.
 */
export async function drainWork(closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  startDraining();
  let isClosed = false;
  void closed.finally(() => {
    isClosed = true;
  });
  const giveUpAt = performance.now() + timeoutMs;
  while (!(isClosed && countRunning() === 0) && performance.now() < giveUpAt) await delay(lookEveryMs);
  try {
    const handedBack = await handBack();
    if (handedBack > 0) log.warn({ handedBack }, "work was not done in time and was refunded");
    endPresence();
  } catch (error) {
    log.warn({ err: error }, "the work that is left is refunded by the next start");
  }
}
