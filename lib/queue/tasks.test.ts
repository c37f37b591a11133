import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listTasks } from "../background.ts";
import { db, sql } from "../db/index.ts";
import { isListening, stopListening } from "../db/notifications.ts";
import { useDatabase } from "../testing/database.ts";
import { quickPace } from "../testing/queue/pace.ts";
import { deleteJobs } from "../testing/queue/waits.ts";
import { deepTest } from "../testing/trials.ts";
import { queue, stopQueue } from "./boss.ts";
import { enqueueStatement, wakeWorkers } from "./enqueue.ts";
import { queueTable } from "./queues.ts";
import { startTasks, stopTasks, type Task } from "./tasks.ts";

await useDatabase();

/** The queue that sends the jobs of schedules. */
const sender = "__pgboss__send-it";
const children: (ChildProcess & { ended: Promise<unknown> })[] = [];

/** Another process that runs the sweep's queue, once it has printed a line. */
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
const countRuns = () => count(sql`SELECT count(*) FROM task_run`);
const countOpen = () => count(sql`SELECT count(*) FROM pgboss.job WHERE state < 'completed'`);
/** Jobs of the sweep, ended or not. */
const countJobs = () => count(sql`SELECT count(*) FROM pgboss.job WHERE name = 'sweep'`);
const waitUntil = (condition: () => Promise<boolean> | boolean) =>
  vi.waitUntil(condition, { timeout: 50_000 });

/** When the queue last looked at the schedules. */
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

/**
 * Waits for a moment from which the next time slot, a minute of the database, is far: a slot that begins while the
 * job of the one before waits adds no job, because one sweep serves both.
 */
const earlyInSlot = () =>
  waitUntil(async () => {
    const [row] = await db().$queryRaw<{ second: number }[]>(
      sql`SELECT extract(second FROM now())::int AS second`,
    );
    return row !== undefined && row.second < 40;
  });

/** Waits until the sweep has run once for each time slot so far. A duplicate run would keep the counts unequal. */
async function allSlotsRan(): Promise<void> {
  const slots = sql`SELECT count(DISTINCT singleton_on) FROM pgboss.job WHERE name = ${sender}`;
  await waitUntil(async () => (await countOpen()) === 0 && (await countRuns()) === (await count(slots)));
}

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

const never = 60 * 60;
const addRun = async () => {
  await db().$executeRaw(sql`INSERT INTO task_run (pid) VALUES (0)`);
};

/** Adds jobs to a queue, with one notification for all of them or none. */
async function putJobs(name: string, jobs: number, { notifies = true } = {}): Promise<void> {
  const rows = JSON.stringify(
    Array.from({ length: jobs }, (_, place) => ({ data: {}, singletonKey: `${place}` })),
  );
  const insert = await enqueueStatement(name, sql`${rows}`);
  await db().$queryRaw(notifies ? sql`WITH job AS (${insert}) SELECT ${wakeWorkers(name)}` : insert);
}

/** Waits until the workers of a queue are idle and wait for a notification or their polling interval. */
async function sleepOf(name: string): Promise<void> {
  const boss = await queue();
  const seats = () => boss.getWipData().filter((worker) => worker.name === name);
  const sleeps = ({ lastFetchedOn, count: jobs }: ReturnType<typeof seats>[number]) =>
    jobs === 0 && lastFetchedOn !== null && Date.now() - lastFetchedOn > 300;
  await waitUntil(() => isListening() && seats().length > 0 && seats().every(sleeps));
}

test("a due task runs once per time slot", async () => {
  await earlyInSlot();
  await startTasks([{ queue: "sweep", cron: "* * * * *", pollEverySeconds: 1, run: addRun }]);
  await waitUntil(async () => (await countRuns()) > 0);
  const first = await passAt();
  await waitUntil(async () => (await passAt()) !== first);
  await allSlotsRan();
});

deepTest("a due task runs once per time slot across three processes", async () => {
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

deepTest("the job of a killed process is run by another process", async () => {
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

test("a job starts on its notification, and the jobs behind it follow without waiting for the next poll", async () => {
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  await startTasks([{ queue: "mail", pollEverySeconds: never, run }]);
  await sleepOf("mail");
  await putJobs("mail", 20, { notifies: false });
  await sleepOf("mail");
  expect(ran).toBe(0);
  await putJobs("mail", 1);
  await waitUntil(() => ran === 20);
});

test("jobs run concurrently up to the task's limit after a single notification", async () => {
  let running = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    running += 1;
    if (running === 3) resolve();
    await all;
  };
  await startTasks([{ queue: "mail", atOnce: 3, pollEverySeconds: never, run }]);
  await sleepOf("mail");
  await putJobs("mail", 3);
  await all;
});

test("a job whose transaction is rolled back never runs", async () => {
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  await startTasks([{ queue: "mail", pollEverySeconds: never, run }]);
  await sleepOf("mail");
  const rows = sql`${JSON.stringify([{ data: {} }])}`;
  const undone = db().$transaction(async (tx) => {
    await tx.$queryRaw(
      sql`WITH job AS (${await enqueueStatement("mail", rows)}) SELECT ${wakeWorkers("mail")}`,
    );
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await countOpen()).toBe(0);
  await putJobs("mail", 1);
  await waitUntil(async () => (await countOpen()) === 0);
  expect(ran).toBe(1);
});

test("startup schedules periodic tasks, and retains those of a newer version", async () => {
  const idle = (task: Task): Task => ({ ...task, run: async () => {} });
  const tasks = listTasks().map(idle);
  const boss = await queue();
  const scheduled = async () => (await boss.getSchedules()).map(({ name, cron }) => ({ name, cron }));
  const wanted = tasks.flatMap(({ queue: name, cron }) => (cron ? [{ name, cron }] : []));
  const byName = (all: { name: string }[]) => all.toSorted((a, b) => a.name.localeCompare(b.name));
  await startTasks(tasks);
  expect(byName(await scheduled())).toEqual(byName(wanted));
  await stopTasks();
  await startTasks(tasks.filter((task) => task.queue === "purge"));
  expect(byName(await scheduled())).toEqual(byName(wanted));
});

test("every task has its own queue in the table of queues", () => {
  const names = listTasks().map((task) => task.queue);
  expect(new Set(names).size).toBe(names.length);
  expect(queueTable.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test("an existing queue gets the options that the table has now", async () => {
  await (await queue()).updateQueue("mail", { retryLimit: 1 });
  await stopQueue();
  const wanted = queueTable.find(({ name }) => name === "mail");
  expect(await (await queue(quickPace)).getQueue("mail")).toMatchObject({ retryLimit: wanted?.retryLimit });
});
