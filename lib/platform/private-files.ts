import { constants, mkdirSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "./data-dir.ts";

const { S_IRWXU, S_IRWXG, S_IRWXO, S_IXGRP, S_IXOTH } = constants;
const others = S_IRWXG | S_IRWXO;
/** Execute permission: allows traversing a folder to known names, but not listing it. */
const passage = S_IXGRP | S_IXOTH;

/**
 * Makes files of this process and its children unreadable to other users of the machine. For processes that write to
 * DATA_DIR only: what a build writes must stay readable to the user that runs the service later.
 */
export function makeFilesPrivate(): void {
  process.umask(others);
}

/** Creates the data folder if it is missing, accessible only to its owner. */
export function makeDataFolder(dataDir: string): void {
  makeFolder(path.resolve(dataDir), S_IRWXU);
}

/** Node's own recursive mkdir reports a read-only disk as a missing folder, and gives its mode to all folders. */
function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (hasCode(error, "EEXIST")) return;
    if (!hasCode(error, "ENOENT") || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    mkdirSync(folder, { mode });
  }
}

/**
 * Removes other users' permissions from a data folder and its top-level entries, which earlier versions or a manual
 * restore may have left. If PostgreSQL runs as a separate user, the path to the cluster stays traversable. Only the
 * holder of the folder's lock may call it: another start may be creating the cluster. Returns a sentence for each file
 * whose permissions could not be changed.
 */
export async function closeDataFolder(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  const home = path.join(dataDir, "postgres");
  const cluster = await lstat(path.join(home, "cluster")).catch(() => null);
  const isForeign = cluster !== null && cluster.uid !== process.getuid?.();
  for (const name of await readdir(dataDir)) {
    if (name !== "postgres") problems.push(...(await close(path.join(dataDir, name))));
  }
  for (const name of await readdir(home).catch(() => [])) {
    if (!name.startsWith("cluster")) problems.push(...(await close(path.join(home, name))));
  }
  if (cluster) problems.push(...(await close(home, isForeign)));
  problems.push(...(await close(dataDir, isForeign)));
  return problems;
}

/** Lets PostgreSQL's user traverse these folders to its cluster. */
export async function letPass(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { mode } = await lstat(folder);
    if ((mode & passage) !== passage) await chmod(folder, mode | passage);
  }
}

async function close(file: string, isPassage = false): Promise<string[]> {
  try {
    const found = await lstat(file);
    // The target of a symbolic link is not changed.
    if (found.isSymbolicLink()) return [];
    const mode = (found.mode & ~others & 0o7777) | (isPassage ? passage : 0);
    if ((found.mode & 0o7777) !== mode) await chmod(file, mode);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    return [`Other users of this machine may read ${file}: its rights could not be changed (${why}).`];
  }
}
