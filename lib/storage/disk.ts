import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { nullIfMissing } from "../platform/data-dir.ts";
import { moveFile, sweepTemporary, temporaryPath, writeDurably } from "./files.ts";
import { type FileStore, type LocalFile, type StoredFile, temporaryName } from "./port.ts";

/** A file used more recently than this is not marked again. */
const markEveryMs = 60 * 60_000;

/** Stores files in a folder of this machine, by their keys. */
export class DiskStore implements FileStore {
  readonly name: string;
  readonly isShared = false;
  readonly temporaryFolder: string;

  constructor(root: string) {
    this.name = path.resolve(/* turbopackIgnore: true */ root);
    this.temporaryFolder = this.pathOf(temporaryName);
  }

  /** Path of the file with this key. */
  pathOf(key: string): string {
    return path.join(this.name, ...key.split("/"));
  }

  async prepare(...names: string[]): Promise<void> {
    for (const name of [temporaryName, ...names]) await mkdir(this.pathOf(name), { recursive: true });
  }

  async stat(key: string): Promise<StoredFile | null> {
    const found = await stat(this.pathOf(key)).catch(nullIfMissing);
    return found && toStored(key, found);
  }

  async read(key: string): Promise<Buffer | null> {
    return await readFile(this.pathOf(key)).catch(nullIfMissing);
  }

  async locate(key: string): Promise<LocalFile | null> {
    const found = await this.stat(key);
    return found && { ...found, path: this.pathOf(key) };
  }

  async open(key: string) {
    const handle = await open(this.pathOf(key), "r").catch(nullIfMissing);
    return handle && { handle, sizeBytes: (await handle.stat()).size };
  }

  async write(key: string, bytes: Uint8Array | string): Promise<void> {
    const temporary = temporaryPath(this.temporaryFolder);
    await writeDurably(temporary, bytes);
    await moveFile(temporary, this.pathOf(key));
  }

  async store(temporary: string, key: string): Promise<void> {
    await moveFile(temporary, this.pathOf(key));
  }

  async mark(key: string): Promise<void> {
    await writeFile(this.pathOf(key), "");
  }

  async markUsed({ path: file, usedAtMs, modifiedAtMs }: LocalFile): Promise<void> {
    if (Date.now() - usedAtMs <= markEveryMs) return;
    await utimes(file, new Date(), new Date(modifiedAtMs)).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    const file = this.pathOf(key);
    await rm(file, { force: true });
    // Fails when another file was placed there meanwhile; the folder then stays.
    await rmdir(path.dirname(file)).catch(() => undefined);
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    const root = this.pathOf(folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const names = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep);
      const found = await this.stat([folder, ...names].join("/"));
      if (found) yield found;
    }
  }

  async listNames(folder: string): Promise<string[]> {
    return (await readdir(this.pathOf(folder)).catch(nullIfMissing)) ?? [];
  }

  async claimFolder(folder: string): Promise<string | null> {
    const claimed = temporaryPath(this.temporaryFolder);
    const name = `${temporaryName}/${path.basename(claimed)}`;
    return await rename(this.pathOf(folder), claimed).then(() => name, nullIfMissing);
  }

  async sweepTemporary(): Promise<void> {
    await sweepTemporary(this.temporaryFolder);
  }
}

function toStored(key: string, found: { size: number; mtimeMs: number; atimeMs: number }): StoredFile {
  return { key, sizeBytes: found.size, modifiedAtMs: found.mtimeMs, usedAtMs: found.atimeMs };
}
