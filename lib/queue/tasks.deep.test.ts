// Guards that a due task runs once per time slot, however many processes there are.
import { expect, test, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";
import {
  allSlotsRan,
  countJobs,
  countOpen,
  countRuns,
  earlyInSlot,
  passAt,
  startChild,
  useRuns,
  waitUntil,
} from "../testing/queue/runs.ts";
import { queue } from "./boss.ts";
import { startTasks } from "./tasks.ts";

await useDatabase();
useRuns();

test("a due task runs once per time slot across three processes", async () => {
  await earlyInSlot();
  await Promise.all([startChild("ready"), startChild("ready"), startChild("ready")]);
  await waitUntil(async () => (await countRuns()) > 0);
  const looked = new Set<number>();
  await waitUntil(async () => {
    looked.add(await passAt());
    return looked.size > 3;
  });
  await allSlotsRan();
});

test("the job of a killed process is run by another process", async () => {
  // Instead of the schedule's next minute.
  await (await queue()).send("sweep", {});
  const child = await startChild("runs", "hang");
  child.kill("SIGKILL");
  const run = vi.fn(async () => {});
  await startTasks([{ queue: "sweep", pollEverySeconds: 1, run }]);
  await waitUntil(() => run.mock.calls.length > 0);
  await waitUntil(async () => (await countOpen()) === 0);
  // At a full minute the schedule adds a second job, which must run once too.
  expect([await countRuns(), run.mock.calls.length]).toEqual([1, await countJobs()]);
});
