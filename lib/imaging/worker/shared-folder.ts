import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const prefix = "photos-cut-outs-";

/**
 * Makes the folder in which the pixel processes of this server share their cut-outs, and removes it when the server
 * exits; folders of killed servers are removed by the next one. Null when the temporary folder cannot be written.
 */
export function makeSharedFolder(): string | null {
  try {
    removeAbandoned();
    const folder = mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
}

/** Removes all files; a process that writes at this moment makes its cut-out again. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
}

function removeAbandoned(): void {
  for (const name of readdirSync(os.tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // A folder with this process's id is of an earlier one: in a container, every server has the same id.
    if (pid !== process.pid && isAlive(pid)) continue;
    rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
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
