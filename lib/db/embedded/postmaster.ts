import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the server says of itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping`, `standby`, or "" when the server has not written it yet. */
  status: string;
}

/** Reads `postmaster.pid`; null when there is none or it is not whole yet. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? "").trim() };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * The living server of this cluster, or null. A `postmaster.pid` whose number now belongs to some other
 * program (after a reboot, say) is removed; every other stale one is left to PostgreSQL's own checks,
 * which also look for backends that outlived their server.
 */
export async function findLivePostmaster(cluster: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !isAlive(postmaster.pid)) return null;
  if (await isPostgres(postmaster.pid)) return postmaster;
  await rm(path.join(cluster, "postmaster.pid"), { force: true });
  return null;
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === "win32") return true;
  if (process.platform === "linux") {
    // An empty command line is a dead process that its parent has not collected yet.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes("postgres");
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres");
}

/** Waits until `condition` gives something other than null; throws `failure()` after `timeoutMs`. */
export async function waitFor<T>(
  condition: () => T | null | Promise<T | null>,
  {
    timeoutMs,
    everyMs = 10,
    failure,
  }: { timeoutMs: number; everyMs?: number; failure: () => Promise<Error> },
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== null) return value;
    if (performance.now() > deadline) throw await failure();
    await delay(everyMs);
  }
}

/** Fast shutdown: open transactions are rolled back, data is flushed. Immediate after `timeoutMs`. */
export async function stopPostmaster(pid: number, timeoutMs = 15_000): Promise<void> {
  const gone = () => (isAlive(pid) ? null : true);
  const failure = async () => new Error(`PostgreSQL (pid ${pid}) does not stop`);
  if (!signal(pid, "SIGINT")) return;
  await waitFor(gone, { timeoutMs, failure }).catch(async () => {
    signal(pid, "SIGQUIT");
    await waitFor(gone, { timeoutMs: 5_000, failure });
  });
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
