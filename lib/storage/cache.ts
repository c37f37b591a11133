import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { nullIfMissing } from "../platform/data-dir.ts";
import { inFolderOf } from "./files.ts";
import type { LocalFile } from "./port.ts";

/** A pixel worker may still have to open a file that was requested this recently. */
const inUseMs = 15 * 60_000;
/** Files unused for this long are deleted, so that deleted pictures do not stay on machines that showed them. */
const unusedMs = 24 * 60 * 60_000;
const noteUseEveryMs = 60_000;

/** Copies of stored files on this machine: bounded, and safe to lose at any time. */
export class LocalCache {
  readonly #root: string;
  readonly #maxBytes: number;
  /** Size after the last sweep plus the bytes added since. */
  #estimateBytes = 0;
  #sweeping: Promise<void> | null = null;

  constructor(root: string, maxBytes: number) {
    this.#root = root;
    this.#maxBytes = maxBytes;
  }

  #pathOf(key: string): string {
    return path.join(this.#root, ...key.split("/"));
  }

  async find(key: string): Promise<LocalFile | null> {
    const file = this.#pathOf(key);
    const found = await stat(file).catch(nullIfMissing);
    if (!found?.isFile()) return null;
    if (Date.now() - found.atimeMs > noteUseEveryMs) {
      await utimes(file, new Date(), found.mtime).catch(() => undefined);
    }
    return {
      key,
      path: file,
      sizeBytes: found.size,
      modifiedAtMs: found.mtimeMs,
      usedAtMs: found.atimeMs,
    };
  }

  /** Takes over a complete file; `modifiedAtMs` is the modification time of the stored one. */
  async adopt(temporary: string, key: string, modifiedAtMs: number): Promise<LocalFile> {
    const file = this.#pathOf(key);
    await utimes(temporary, new Date(), new Date(modifiedAtMs));
    const { size } = await stat(temporary);
    await inFolderOf(file, () => rename(temporary, file));
    this.#estimateBytes += size;
    if (this.#estimateBytes > this.#maxBytes) void this.sweep().catch(() => undefined);
    return { key, path: file, sizeBytes: size, modifiedAtMs, usedAtMs: Date.now() };
  }

  /** Updates the modification time after the stored file was rewritten with the same bytes. */
  async touch(key: string, modifiedAtMs: number): Promise<void> {
    await utimes(this.#pathOf(key), new Date(), new Date(modifiedAtMs)).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#pathOf(folder), { recursive: true, force: true });
  }

  /** Deletes files unused for a day, and the least recently used ones beyond the limit. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
    const files: { file: string; size: number; atimeMs: number }[] = [];
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const found = await stat(file).catch(() => null);
      if (found) files.push({ file, size: found.size, atimeMs: found.atimeMs });
    }
    files.sort((a, b) => a.atimeMs - b.atimeMs);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    const isTooMuch = total > this.#maxBytes;
    for (const { file, size, atimeMs } of files) {
      const unusedForMs = Date.now() - atimeMs;
      const goes =
        unusedForMs > unusedMs || (isTooMuch && total > 0.9 * this.#maxBytes && unusedForMs > inUseMs);
      if (!goes) continue;
      await rm(file, { force: true });
      total -= size;
    }
    this.#estimateBytes = total;
  }
}
