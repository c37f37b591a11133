import { db, sql } from "../../db/index.ts";
import { queue } from "../../queue/boss.ts";
import { startTasks } from "../../queue/tasks.ts";
import { quickPace } from "./pace.ts";

// Runs the sweep's queue, with its schedule, until it is killed. Records each run and prints a line for it; with
// `hang` a run never ends.
const [way] = process.argv.slice(2);
await queue(quickPace);
await startTasks([{ queue: "sweep", cron: "* * * * *", pollEverySeconds: 1, run }]);
console.log("ready");

async function run(): Promise<void> {
  await db().$executeRaw(sql`INSERT INTO task_run (pid) VALUES (${process.pid})`);
  console.log("runs");
  if (way === "hang") await new Promise(() => {});
}
