import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { tryLock } from "#lib/platform/os-lock.ts";
import { isAlive, readServiceFile } from "./port.mjs";

/** What a running service says of itself in DATA_DIR/service.json. */
export interface ServiceFile {
  pid: number;
  /** The process that started it: when it is gone, the service is about to stop. */
  parent_pid: number;
  purpose: "service" | "tool";
  port: number;
  base_url: string;
}

/** Waits for the lock as long as `worthWaiting` says; null when it gave up. */
export async function lockWhen(file: string, worthWaiting: () => boolean): Promise<(() => void) | null> {
  for (;;) {
    const release = tryLock(file);
    if (release || !worthWaiting()) return release;
    await delay(50);
  }
}

export const lockFile = (dataDir: string) => path.join(dataDir, "service.lock");

/**
 * Makes this process the only one that serves from, or keeps the database of, `dataDir`.
 * Waits for one that is about to end; throws with its pid when it goes on.
 */
export async function lockDataDir(dataDir: string, me: Omit<ServiceFile, "pid">): Promise<() => void> {
  const giveUpAt = performance.now() + 20_000;
  const release = await lockWhen(lockFile(dataDir), () => {
    const holder = readServiceFile(dataDir) as ServiceFile | null;
    const goesOn = holder?.purpose === "service" && isAlive(holder.pid) && isAlive(holder.parent_pid);
    return !goesOn && performance.now() < giveUpAt;
  });
  if (!release) {
    const holder = readServiceFile(dataDir) as ServiceFile | null;
    throw new Error(
      `Another process uses ${dataDir}: ${holder ? `pid ${holder.pid}, ${holder.base_url}` : "unknown"}. ` +
        "Stop it, or set DATA_DIR (and PORT) to run a second service beside it.",
    );
  }
  const removeFile = writeServiceFile(dataDir, me);
  return () => {
    removeFile();
    release();
  };
}

/** For the holder of the lock alone. Returns what removes the file again. */
export function writeServiceFile(dataDir: string, me: Omit<ServiceFile, "pid">): () => void {
  const file = path.join(dataDir, "service.json");
  writeFileSync(`${file}.new`, `${JSON.stringify({ pid: process.pid, ...me })}\n`);
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}
