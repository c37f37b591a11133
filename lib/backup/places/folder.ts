import { createReadStream } from "node:fs";
import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "../../platform/env.ts";
import { FileSink, partialName } from "../archive-writer.ts";
import { madeAt } from "../retention.ts";
import type { Place } from "./place.ts";

export const backupsFolder = () => path.join(env().DATA_DIR, "backups");

/** DATA_DIR/backups, accessible only to the service's user. */
export function folderPlace(): Place {
  const folder = backupsFolder();
  const at = (name: string) => path.join(folder, path.basename(name));
  return {
    name: folder,
    async open(name) {
      await prepareFolder(folder);
      return FileSink.create(at(name));
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = names.filter((name) => madeAt(name) !== null).sort();
      return Promise.all(found.map(async (name) => ({ name, sizeBytes: (await stat(at(name))).size })));
    },
    read: (name) => createReadStream(at(name)),
    remove: (name) => rm(at(name), { force: true }),
  };
}

export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Removes the partial files of killed backups. Only the lock's holder may call it. */
export async function removePartials(folder: string): Promise<void> {
  const ending = partialName("");
  const names = await readdir(folder);
  const own = names.filter((name) => name.endsWith(ending) && madeAt(name.slice(0, -ending.length)) !== null);
  await Promise.all(own.map((name) => rm(path.join(folder, name), { force: true })));
}
