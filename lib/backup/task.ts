import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
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
  const child = fork(/* turbopackIgnore: true */ childFile(), [], { execArgv: [] });
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

/** The child's source: beside this file, or below the working directory when bundled; hidden from the bundler. */
function childFile(): string {
  const folders = [import.meta.dirname, path.join(/* turbopackIgnore: true */ process.cwd(), "lib/backup")];
  for (const folder of folders) {
    if (typeof folder !== "string") continue;
    const file = path.join(/* turbopackIgnore: true */ folder, "backup-child.ts");
    if (existsSync(/* turbopackIgnore: true */ file)) return file;
  }
  throw new Error("lib/backup/backup-child.ts was not found: start the service from its own folder");
}
