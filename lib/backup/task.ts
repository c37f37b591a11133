import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { env } from "../platform/env.ts";
import { isDraining, onDraining } from "../platform/process.ts";
import { NotDoneYet, type Task } from "../queue/tasks.ts";

/** How long a stopped backup may take to remove what it has written. */
const stopWithinMs = 10_000;

/** The task of the scheduled backup; none when the schedule is off. */
export function backupTasks(): Task[] {
  const { BACKUP_SCHEDULE: cron } = env();
  return cron === "off" ? [] : [{ queue: "backup", cron, run: (_data, signal) => backUpInChild(signal) }];
}

/** Runs in a child process, because reading and compressing gigabytes would slow the requests of this process. */
async function backUpInChild(signal: AbortSignal): Promise<void> {
  const child = fork(/* turbopackIgnore: true */ path.join(import.meta.dirname, "backup-child.ts"), [], {
    execArgv: [],
  });
  let problem = "";
  child.on("message", (message: { error: string }) => {
    problem = message.error;
  });
  const stop = () => stopChild(child);
  signal.addEventListener("abort", stop);
  const forget = onDraining(stop);
  try {
    const [code, killedBy] = await once(child, "exit");
    if (code === 0) return;
    // A shutdown does not wait for a backup that may take an hour: another process starts it again.
    if (isDraining()) throw new NotDoneYet("the backup was stopped with its process");
    throw new Error(problem || `the backup ended by ${killedBy ?? `exit code ${code}`}`);
  } finally {
    forget();
    signal.removeEventListener("abort", stop);
  }
}

function stopChild(child: ChildProcess): void {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), stopWithinMs).unref();
}
