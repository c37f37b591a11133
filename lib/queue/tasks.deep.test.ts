// Guards that a due task runs once per time slot, however many processes there are.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, sql } from "../db/index.ts";
import { stopListening } from "../db/notifications.ts";
import { useDatabase } from "../testing/database.ts";
import { quickPace } from "../testing/queue/pace.ts";
import { deleteJobs } from "../testing/queue/waits.ts";
import { queue, stopQueue } from "./boss.ts";
import { startTasks, stopTasks } from "./tasks.ts";

await useDatabase();
beforeAll(async () => {
  await db().$executeRaw(sql`CREATE TABLE task_run (pid int)`);
  await queue(quickPace);
});
afterEach(async () => {
  await stopTasks();
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.ended;
  }
  await endSchedules();
  await deleteJobs();
  await db().$executeRaw(sql`DELETE FROM task_run`);
});
afterAll(async () => {
  await stopQueue();
  await stopListening();
});

/** The queue that sends the jobs of schedules. */
const sender = "__pgboss__send-it";
const children: (ChildProcess & { ended: Promise<unknown> })[] = [];

async function startChild(line: "ready" | "runs", way = "") {
  const script = path.join(import.meta.dirname, "../testing/queue/task-child.ts");
  const child = spawn(process.execPath, [script, way], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  children.push(Object.assign(child, { ended }));
  let said = "";
  for await (const words of child.stdout.iterator({ destroyOnReturn: false })) {
    said += words;
    if (said.includes(line)) break;
  }
  child.stdout.resume();
  return child;
}

const count = async (query: ReturnType<typeof sql>) => {
  const [row] = await db().$queryRaw<{ count: bigint }[]>(query);
  return Number(row?.count);
};
const runs = () => count(sql`SELECT count(*) FROM task_run`);
const open = () => count(sql`SELECT count(*) FROM pgboss.job WHERE state < 'completed'`);
const waitUntil = (condition: () => Promise<boolean> | boolean) =>
  vi.waitUntil(condition, { timeout: 50_000 });

const passAt = async () => {
  const [row] = await db().$queryRaw<{ at: Date }[]>(sql`SELECT cron_on AS at FROM pgboss.version`);
  return Number(row?.at);
};

/** Removes all schedules, and waits until the queue sends no more jobs for them. */
async function endSchedules(): Promise<void> {
  const boss = await queue();
  const schedules = await boss.getSchedules();
  if (schedules.length === 0) return;
  for (const { name, key } of schedules) await boss.unschedule(name, key);
  // A pass that has read the schedules before ends before the next one begins.
  const before = await passAt();
  await waitUntil(async () => (await passAt()) !== before);
  const unsent = sql`SELECT count(*) FROM pgboss.job WHERE name = ${sender} AND state < 'completed'`;
  await waitUntil(async () => (await count(unsent)) === 0);
}

test("a due task runs once per time slot across three processes", async () => {
  await Promise.all([startChild("ready"), startChild("ready"), startChild("ready")]);
  await waitUntil(async () => (await runs()) > 0);
  const looked = new Set<number>();
  await waitUntil(async () => {
    looked.add(await passAt());
    return looked.size > 3;
  });
  const slots = sql`SELECT count(DISTINCT singleton_on) FROM pgboss.job WHERE name = ${sender}`;
  // A time slot that starts now gets its run soon; a duplicate run would keep the counts unequal.
  await waitUntil(async () => (await open()) === 0 && (await runs()) === (await count(slots)));
});

test("the job of a killed process is run by another process", async () => {
  // Instead of the schedule's next minute.
  await (await queue()).send("sweep", {});
  const child = await startChild("runs", "hang");
  child.kill("SIGKILL");
  const run = vi.fn(async () => {});
  await startTasks([{ queue: "sweep", pollEverySeconds: 1, run }]);
  await waitUntil(() => run.mock.calls.length > 0);
  await waitUntil(async () => (await open()) === 0);
  expect([await runs(), run.mock.calls.length]).toEqual([1, 1]);
});
