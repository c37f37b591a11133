import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { requireRestored } from "#lib/backup/schema.ts";
import { serviceLock } from "#lib/platform/installation.ts";
import { tryLock } from "#lib/platform/os-lock.ts";
import { closeDataFolder, makeDataFolder } from "#lib/platform/private-files.ts";
import { isAlive, readServiceFile, stoppingTimeoutMs } from "./port.mjs";

/** Content of DATA_DIR/service.json, written by the running service. */
export interface ServiceFile {
  pid: number;
  /** The process that started it: when it is gone, the service is about to stop. */
  parent_pid: number;
  purpose: "service" | "tool";
  port: number;
  base_url: string;
  /**
   * Data directory that the file was written for. In any other folder the file is a copy and says nothing about it.
   */
  data_dir: string;
  /** Its shutdown has begun; the next service waits for it. */
  is_stopping?: boolean;
}

/** The fields that the writer supplies. */
export type ServiceFileContent = Omit<ServiceFile, "pid" | "data_dir">;

/** Waits for the lock while `worthWaiting` returns true; then returns null. */
export async function lockWhen(file: string, worthWaiting: () => boolean): Promise<(() => void) | null> {
  for (;;) {
    const release = tryLock(file);
    if (release || !worthWaiting()) return release;
    await delay(50);
  }
}

/**
 * Makes this process the only one that serves from, or keeps the database of, `dataDir`, and closes the folder to
 * other users. Waits for a service that is stopping. Throws with the pid of one that keeps running, and for a folder
 * whose restore did not finish. Before it holds the lock, it creates the folder at most.
 */
export async function lockDataDir(
  dataDir: string,
  me: ServiceFileContent,
  { isRestoring = false }: { isRestoring?: boolean } = {},
): Promise<() => void> {
  if (!isRestoring) await requireRestored(dataDir);
  makeDataFolder(dataDir);
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
  for (const problem of await closeDataFolder(dataDir)) console.error(problem);
  return () => {
    removeFile();
    release();
  };
}

/**
 * Creates the data folder of a process that works beside the service, if there is any, and closes it to other users
 * unless another process holds it, which has done so.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  makeDataFolder(dataDir);
  const release = tryLock(serviceLock(dataDir));
  if (!release) return;
  for (const problem of await closeDataFolder(dataDir)) console.error(problem);
  release();
}

/** Only for the holder of the lock. Returns a function that removes the file. */
export function writeServiceFile(dataDir: string, me: ServiceFileContent): () => void {
  const file = path.join(dataDir, "service.json");
  const own: ServiceFile = { pid: process.pid, ...me, data_dir: realpathSync(dataDir) };
  writeFileSync(`${file}.new`, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}
