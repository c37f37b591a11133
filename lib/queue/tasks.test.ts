import { expect, test } from "vitest";
import { listTasks } from "../background.ts";
import { db, sql } from "../db/index.ts";
import { isListening } from "../db/notifications.ts";
import { useDatabase } from "../testing/database.ts";
import { quickPace } from "../testing/queue/pace.ts";
import {
  allSlotsRan,
  countOpen,
  countRuns,
  earlyInSlot,
  passAt,
  useRuns,
  waitUntil,
} from "../testing/queue/runs.ts";
import { queue, stopQueue } from "./boss.ts";
import { enqueueStatement, wakeWorkers } from "./enqueue.ts";
import { queueTable } from "./queues.ts";
import { startTasks, stopTasks, type Task } from "./tasks.ts";

await useDatabase();
useRuns();
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
