import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { requireRestored } from "#lib/backup/marker.ts";
import { serviceLock } from "#lib/installation/index.ts";
import { tryLock } from "#lib/platform/os-lock.ts";
import { isAlive, readServiceFile, stoppingTimeoutMs } from "./port.mjs";

/** What a running service says of itself in DATA_DIR/service.json. */
export interface ServiceFile {
  pid: number;
  /** The process that started it: when it is gone, the service is about to stop. */
  parent_pid: number;
  purpose: "service" | "tool";
  port: number;
  base_url: string;
  /** The folder that this was written in: a copy of the file says nothing about the folder that it is in. */
  data_dir: string;
  /** Its shutdown has begun: the next service waits for it. */
  is_stopping?: boolean;
}

/** The part that its writer decides. */
export type ServiceFileContent = Omit<ServiceFile, "pid" | "data_dir">;

/** Waits for the lock as long as `worthWaiting` says; null when it gave up. */
export async function lockWhen(file: string, worthWaiting: () => boolean): Promise<(() => void) | null> {
  for (;;) {
    const release = tryLock(file);
    if (release || !worthWaiting()) return release;
    await delay(50);
  }
}

/**
 * Makes this process the only one that serves from, or keeps the database of, `dataDir`.
 * Waits for one that is about to end; throws with its pid when it goes on, and for a folder whose restore did not end.
 */
export async function lockDataDir(
  dataDir: string,
  me: ServiceFileContent,
  { isRestoring = false }: { isRestoring?: boolean } = {},
): Promise<() => void> {
  if (!isRestoring) await requireRestored(dataDir);
  const startedAtMs = performance.now();
  const release = await lockWhen(serviceLock(dataDir), () => {
    const holder = readServiceFile(dataDir) as ServiceFile | null;
    const waitedMs = performance.now() - startedAtMs;
    if (holder?.is_stopping) return waitedMs < stoppingTimeoutMs;
    const goesOn = holder?.purpose === "service" && isAlive(holder.pid) && isAlive(holder.parent_pid);
    return !goesOn && waitedMs < 20_000;
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
export function writeServiceFile(dataDir: string, me: ServiceFileContent): () => void {
  const file = path.join(dataDir, "service.json");
  const own: ServiceFile = { pid: process.pid, ...me, data_dir: realpathSync(dataDir) };
  writeFileSync(`${file}.new`, `${JSON.stringify(own)}\n`);
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}
