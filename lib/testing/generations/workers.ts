import { afterAll, beforeAll } from "vitest";
import { sendHeartbeat } from "../../db/heartbeat.ts";
import { stopListening } from "../../db/notifications.ts";
import { startWorkers } from "../../generations/worker.ts";
import { stopQueue } from "../../queue/boss.ts";

/** Runs workers in this process for the tests of a file, as many jobs at a time as `atOnce`. */
export function useWorkers(atOnce = 4): void {
  beforeAll(async () => {
    await startWorkers(atOnce);
    await sendHeartbeat();
  });
  afterAll(async () => {
    await stopQueue(10_000);
    await stopListening();
  });
}
