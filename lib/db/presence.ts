import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { tryLock } from "../platform/os-lock.ts";
import { bootId } from "../platform/process.ts";

const leftoverMs = 24 * 60 * 60 * 1000;
const sign = lazy(
  (): { lock: { identity: string; release: () => void } | null } => ({ lock: null }),
  ({ lock }) => lock?.release(),
);

const folder = () => path.join(env().DATA_DIR, "processes");
const fileOf = (id: string) => path.join(folder(), `${id}.lock`);

/**
 * Marks this process as alive: locks a file of its own, which the operating system unlocks at its end. Returns the
 * file's identity, which is unique among all running machines, also for copies and for files of the same name.
 */
export function showPresence(): string {
  const known = sign();
  known.lock ??= lockFile(fileOf(bootId()));
  return known.lock.identity;
}

/** Removes the marker at a regular shutdown of this process. */
export function endPresence(): void {
  sign().lock?.release();
  sign().lock = null;
  fs.rmSync(fileOf(bootId()), { force: true });
}

/**
 * Whether the process with this marker runs, as far as this machine can check: "unknown" when the lock file is not
 * visible here. "alive" may also be caused by another process that checks at this moment.
 */
export function checkPresence(id: string, identity: string): "alive" | "gone" | "unknown" {
  if (id === bootId()) return "alive";
  const file = fileOf(id);
  if (!/^boot_\w+$/.test(id) || identityOf(file) !== identity) return "unknown";
  const release = tryLock(file);
  release?.();
  return release === null ? "alive" : "gone";
}

/** Removes the marker of a process that has ended. */
export function forgetPresence(id: string): void {
  fs.rmSync(fileOf(id), { force: true });
}

function lockFile(file: string): { identity: string; release: () => void } {
  clearLeftovers();
  const release = tryLock(file);
  const identity = identityOf(file);
  if (!release || identity === null) throw new Error(`${file} cannot be locked: check the data folder`);
  return { identity, release };
}

/** Identifies the file: kernel boot, file system, inode. Null when it does not exist. */
function identityOf(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats ? `${kernelRun()}:${stats.dev}:${stats.ino}` : null;
}

/**
 * Changes at every boot of the machine and is the same in all its containers; the host name on systems other than
 * Linux.
 */
function kernelRun(): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return os.hostname();
  }
}

/** Removes markers whose processes are no longer in the database. */
function clearLeftovers(): void {
  for (const name of fs.existsSync(folder()) ? fs.readdirSync(folder()) : []) {
    const file = path.join(folder(), name);
    const writtenAtMs = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - writtenAtMs < leftoverMs) continue;
    const release = tryLock(file);
    if (release) fs.rmSync(file, { force: true });
    release?.();
  }
}
