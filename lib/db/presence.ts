import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { tryLock } from "../platform/os-lock.ts";
import { bootId } from "../platform/process.ts";

const leftoverMs = 24 * 60 * 60 * 1000;
const sign = lazy(
  (): { held: { place: string; release: () => void } | null } => ({ held: null }),
  ({ held }) => held?.release(),
);

const folder = () => path.join(env().DATA_DIR, "processes");
const fileOf = (id: string) => path.join(folder(), `${id}.lock`);

/**
 * Marks this process as alive: locks a file of its own, which the operating system unlocks at its end. Returns the
 * file's place, which is unique among all running machines, also for copies and for files of the same name.
 */
export function showPresence(): string {
  const known = sign();
  known.held ??= hold(fileOf(bootId()));
  return known.held.place;
}

/** Removes the marker at a regular shutdown of this process. */
export function endPresence(): void {
  sign().held?.release();
  sign().held = null;
  fs.rmSync(fileOf(bootId()), { force: true });
}

/**
 * Whether the process with this marker runs, as far as this machine can check: "unknown" when the lock file is not
 * visible here. "alive" may also be caused by another process that checks at this moment.
 */
export function checkPresence(id: string, place: string): "alive" | "gone" | "unknown" {
  if (id === bootId()) return "alive";
  const file = fileOf(id);
  if (!/^boot_\w+$/.test(id) || placeOf(file) !== place) return "unknown";
  const release = tryLock(file);
  release?.();
  return release === null ? "alive" : "gone";
}

/** Removes the marker of a process that has ended. */
export function forgetPresence(id: string): void {
  fs.rmSync(fileOf(id), { force: true });
}

function hold(file: string): { place: string; release: () => void } {
  clearLeftovers();
  const release = tryLock(file);
  const place = placeOf(file);
  if (!release || place === null) throw new Error(`${file} cannot be locked: check the data folder`);
  return { place, release };
}

/** Identifies the file: kernel boot, file system, inode. Null when it does not exist. */
function placeOf(file: string): string | null {
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
