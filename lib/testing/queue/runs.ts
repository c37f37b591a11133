import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { db, sql } from "../../db/index.ts";
import { stopListening } from "../../db/notifications.ts";
import { queue, stopQueue } from "../../queue/boss.ts";
import { stopTasks } from "../../queue/tasks.ts";
import { quickPace } from "./pace.ts";
import { deleteJobs } from "./waits.ts";

/** The queue that sends the jobs of schedules. */
const sender = "__pgboss__send-it";
const children: (ChildProcess & { ended: Promise<unknown> })[] = [];

/** Another process that runs the sweep's queue, once it has printed a line. */
export async function startChild(line: "ready" | "runs", way = "") {
  const script = path.join(import.meta.dirname, "task-child.ts");
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
export const countRuns = () => count(sql`SELECT count(*) FROM task_run`);
export const countOpen = () => count(sql`SELECT count(*) FROM pgboss.job WHERE state < 'completed'`);
/** Jobs of the sweep, ended or not. */
export const countJobs = () => count(sql`SELECT count(*) FROM pgboss.job WHERE name = 'sweep'`);
export const waitUntil = (condition: () => Promise<boolean> | boolean) =>
  vi.waitUntil(condition, { timeout: 50_000 });

/** When the queue last looked at the schedules. */
export const passAt = async () => {
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

/**
 * Waits for a moment from which the next time slot, a minute of the database, is far: a slot that begins while the
 * job of the one before waits adds no job, because one sweep serves both.
 */
export const earlyInSlot = () =>
  waitUntil(async () => {
    const [row] = await db().$queryRaw<{ second: number }[]>(
      sql`SELECT extract(second FROM now())::int AS second`,
    );
    return row !== undefined && row.second < 40;
  });

/** Waits until the sweep has run once for each time slot so far. A duplicate run would keep the counts unequal. */
export async function allSlotsRan(): Promise<void> {
  const slots = sql`SELECT count(DISTINCT singleton_on) FROM pgboss.job WHERE name = ${sender}`;
  await waitUntil(async () => (await countOpen()) === 0 && (await countRuns()) === (await count(slots)));
}

/** Tasks that record their runs, for the tests of a file. */
export function useRuns(): void {
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
}
