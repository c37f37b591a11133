import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { env } from "../platform/env.ts";
import { tryLock } from "../platform/os-lock.ts";
import { bootId } from "../platform/process.ts";
import { processSlot } from "../platform/process-slot.ts";

const leftoverMs = 24 * 60 * 60 * 1000;
const sign = processSlot("presence", (): { held: { place: string; release: () => void } | null } => ({
  held: null,
}));

const folder = () => path.join(env().DATA_DIR, "processes");
const fileOf = (id: string) => path.join(folder(), `${id}.lock`);

/**
 * Shows that this process lives: it holds a lock on a file of its own until it ends, however it ends. Returns the
 * file's place, which no other file on any machine that runs now can have: not a copy, nor one of the same name.
 */
export function showPresence(): string {
  const own = sign();
  own.held ??= hold(fileOf(bootId()));
  return own.held.place;
}

/** Takes the sign away at the orderly end of this process. */
export function endPresence(): void {
  sign().held?.release();
  sign().held = null;
  fs.rmSync(fileOf(bootId()), { force: true });
}

/**
 * Whether the process that showed its presence at `place` runs, as far as this machine knows: "unknown" where the
 * lock file is not visible here. "alive" may also be another process that asks the same at this moment.
 */
export function checkPresence(id: string, place: string): "alive" | "gone" | "unknown" {
  if (id === bootId()) return "alive";
  const file = fileOf(id);
  if (!/^boot_\w+$/.test(id) || placeOf(file) !== place) return "unknown";
  const release = tryLock(file);
  release?.();
  return release === null ? "alive" : "gone";
}

/** Whether a process that showed its presence at `place` did so in this data directory, not in one it is a copy of. */
export function isOfThisFolder(id: string, place: string): boolean {
  return id === bootId() || (/^boot_\w+$/.test(id) && placeOf(fileOf(id)) === place);
}

/** Removes the sign of a process that is gone. */
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

/** What says which file it is: the run of the kernel, the file system, the file. Null when there is none. */
function placeOf(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats ? `${kernelRun()}:${stats.dev}:${stats.ino}` : null;
}

/** New at every boot of the machine and the same in all its containers; elsewhere than on Linux the host's name. */
function kernelRun(): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return os.hostname();
  }
}

/** Signs whose process the database no longer knows. */
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
