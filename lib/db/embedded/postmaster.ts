import { execFile } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const watchEveryMs = 250;
/** PostgreSQL ends within it after SIGQUIT, and recovers at its next start. */
const immediateMs = 2_000;

/** What the server says of itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** The data directory that the server was started on. */
  folder: string;
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
 * The living server of this cluster, or null. A data directory that was copied while its server ran has a
 * `postmaster.pid` too: that names the original's server, which is not this cluster's. Changes nothing.
 */
export async function findLivePostmaster(cluster: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !isAlive(postmaster.pid) || !(await isPostgres(postmaster.pid))) return null;
  return (await runsOn(cluster, postmaster)) ? postmaster : null;
}

/**
 * Removes a `postmaster.pid` whose number belongs to a living process that is not this cluster's server: PostgreSQL
 * itself would refuse to start. Every other stale one is left to PostgreSQL's own checks, which also look for backends
 * that outlived their server. For the holder of the folder's lock alone.
 */
export async function removeForeignPidFile(cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !isAlive(postmaster.pid) || (await findLivePostmaster(cluster))) return;
  await rm(path.join(cluster, "postmaster.pid"), { force: true });
}

/** Whether a living PostgreSQL runs on this cluster, whatever path the cluster had when it was started. */
async function runsOn(cluster: string, { pid, folder }: Postmaster): Promise<boolean> {
  // A server works in its data directory. Another user's process may hide it: then its own word counts.
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

/** Null when the first folder cannot be looked at. */
export async function isSameFolder(folder: string, cluster: string): Promise<boolean | null> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const own = await stat(cluster, { bigint: true });
  return found.dev === own.dev && found.ino === own.ino;
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

/**
 * Completes a shutdown that somebody else requested. After SIGTERM, as service managers send it to every process, the
 * server refuses new connections for as long as an old one lasts; its owner can start it again only when it is gone.
 * Returns what ends the watching.
 */
export function completeShutdown(cluster: string, pid: number): () => void {
  const timer = setInterval(async () => {
    const current = await readPostmaster(cluster);
    if (current?.pid === pid && current.status === "stopping") signal(pid, "SIGINT");
  }, watchEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Fast shutdown: open transactions are rolled back, data is flushed. Immediate shortly before `timeoutMs`. */
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
