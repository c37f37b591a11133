import { execFile } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const watchEveryMs = 250;
/** A server writes its pid into a new file at once: within this number of looks it has. */
const looksForPid = 3;
/** PostgreSQL ends within this time after SIGQUIT, and recovers at its next start. */
const immediateMs = 2_000;

/** Contents of `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** The data directory that the server was started on. */
  folder: string;
  port: number;
  /** `starting`, `ready`, `stopping`, `standby`, or "" when the server has not written it yet. */
  status: string;
}

/** Reads `postmaster.pid`; null when it is missing or incomplete. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, folder: lines[1] ?? "", port: Number(lines[3] ?? 0), status: (lines[7] ?? "").trim() };
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
 * The running server of this cluster, or null. A data directory copied while its server ran contains a
 * `postmaster.pid` too, but that names the original's server. Changes nothing.
 */
export async function findLivePostmaster(cluster: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !isAlive(postmaster.pid) || !(await isPostgres(postmaster.pid))) return null;
  return (await runsOn(cluster, postmaster)) ? postmaster : null;
}

/**
 * Removes a `postmaster.pid` with which PostgreSQL itself would refuse to start: one whose pid belongs to a process
 * other than this cluster's server, or one without a pid, as a power loss or a full disk leaves it. Other stale files
 * are left to PostgreSQL's own checks, which also detect backends that outlived their server, even without this file.
 * Only the holder of the folder's lock may call it.
 */
export async function removeUselessPidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  const isThere = async () => (await stat(file).catch(() => null)) !== null;
  // A server of a service that was just killed may be about to write its pid.
  for (let look = 0; look < looksForPid; look += 1) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster) {
      if (!isAlive(postmaster.pid) || (await findLivePostmaster(cluster))) return;
      break;
    }
    if (!(await isThere())) return;
    await delay(watchEveryMs);
  }
  await rm(file, { force: true });
}

/** Whether a running PostgreSQL uses this cluster, whatever path the cluster had at its start. */
async function runsOn(cluster: string, { pid, folder }: Postmaster): Promise<boolean> {
  // A server's working directory is its data directory. If another user's process hides it, the pid file decides.
  if (process.platform === "linux") {
    const works = await isSameFolder(`/proc/${pid}/cwd`, cluster);
    if (works !== null) return works;
  }
  const named = await isSameFolder(folder, cluster);
  if (named !== null) return named;
  throw new Error(
    `PostgreSQL (pid ${pid}) runs on ${folder}, which cannot be looked at: it may be ${cluster} under an earlier ` +
      `path. Stop it, or remove ${path.join(cluster, "postmaster.pid")} if it is another service's.`,
  );
}

/** Null when the first folder cannot be read. */
export async function isSameFolder(folder: string, cluster: string): Promise<boolean | null> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const own = await stat(cluster, { bigint: true });
  return found.dev === own.dev && found.ino === own.ino;
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === "win32") return true;
  if (process.platform === "linux") {
    // A process with an empty command line is a zombie that its parent has not collected yet.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes("postgres");
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres");
}

/** Polls until `condition` returns a value other than null; throws `failure()` after `timeoutMs`. */
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

/**
 * Completes a shutdown requested by another process. Service managers send SIGTERM to every process; the server then
 * refuses new connections until the last one closes, and its owner can restart it only after that. Returns a function
 * that stops watching.
 */
export function completeShutdown(cluster: string, pid: number): () => void {
  const timer = setInterval(async () => {
    const current = await readPostmaster(cluster);
    if (current?.pid === pid && current.status === "stopping") signal(pid, "SIGINT");
  }, watchEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Fast shutdown: rolls back open transactions and flushes data. Immediate shutdown shortly before `timeoutMs`. */
export async function stopPostmaster(pid: number, timeoutMs = 15_000): Promise<void> {
  const gone = () => (isAlive(pid) ? null : true);
  const failure = async () => new Error(`PostgreSQL (pid ${pid}) does not stop`);
  if (!signal(pid, "SIGINT")) return;
  await waitFor(gone, { timeoutMs: timeoutMs - immediateMs, failure }).catch(async () => {
    signal(pid, "SIGQUIT");
    await waitFor(gone, { timeoutMs: immediateMs, failure });
  });
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
