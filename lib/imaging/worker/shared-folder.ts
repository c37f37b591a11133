import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { log } from "#lib/platform/log.ts";

const prefix = "photos-cut-outs-";
/** Those of this process. */
const made = new Set<string>();

/**
 * Makes the folder in which the pixel processes of this server share their cut-outs, and removes it when the server
 * exits; folders of killed servers are removed by the next one. Null when the temporary folder cannot be written.
 */
export function makeSharedFolder(): string | null {
  try {
    removeAbandoned();
    const folder = mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
    if (made.size === 0) process.once("exit", removeMade);
    made.add(folder);
    return folder;
  } catch {
    return null;
  }
}

function removeMade(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

/** Removes all files, if the system has not cleaned up the folder itself. */
export function emptyFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
  } catch (err) {
    log.warn({ err, folder }, "the folder of shared cut-outs cannot be emptied");
  }
}

function removeAbandoned(): void {
  for (const name of readdirSync(os.tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(os.tmpdir(), name);
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // In a container, every server has the same id: another folder with this process's id is of an earlier server.
    if (made.has(folder) || (pid !== process.pid && isAlive(pid))) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
