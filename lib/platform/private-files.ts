import { constants } from "node:fs";
import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import path from "node:path";

const { S_IRWXG, S_IRWXO, S_IXGRP, S_IXOTH } = constants;
const others = S_IRWXG | S_IRWXO;
/** Enough to reach what one knows by name, and nothing else. */
const passage = S_IXGRP | S_IXOTH;

/** From here on, this process and its children make files that no other user of the machine can read. */
export function makeFilesPrivate(): void {
  process.umask(others);
}

/**
 * Takes the rights of other users from a data folder and from what lies in it, made by earlier versions or restored by
 * hand: each folder at the top closes the tree below. Where PostgreSQL runs as a user of its own, that user may pass
 * through to the cluster, as everybody may, and everything beside the way is closed. Answers a sentence for each file
 * whose rights could not be changed.
 */
export async function closeDataFolder(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  await mkdir(dataDir, { recursive: true });
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

/** Lets the user of PostgreSQL pass through these folders to its cluster. */
export async function letPass(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { mode } = await lstat(folder);
    if ((mode & passage) !== passage) await chmod(folder, mode | passage);
  }
}

async function close(file: string, isPassage = false): Promise<string[]> {
  try {
    const found = await lstat(file);
    // What a link leads to is somebody else's decision.
    if (found.isSymbolicLink()) return [];
    const mode = (found.mode & ~others & 0o7777) | (isPassage ? passage : 0);
    if ((found.mode & 0o7777) !== mode) await chmod(file, mode);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    return [`Other users of this machine may read ${file}: its rights could not be changed (${why}).`];
  }
}
