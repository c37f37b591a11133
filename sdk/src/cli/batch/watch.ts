import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { listPictures } from "../files.ts";

/** After this time a file that looks incomplete, or whose format does not show it, counts as written. */
const quietMs = 10_000;

interface Seen {
  size: number;
  changedMs: number;
  sinceMs: number;
  isReady: boolean;
}

/** New and changed pictures of a folder, each as soon as it is written completely. */
export class FolderWatch {
  readonly #folder: string;
  readonly #isRecursive: boolean;
  readonly #now: () => number;
  #seen = new Map<string, Seen>();

  constructor(folder: string, { isRecursive, now = Date.now }: { isRecursive: boolean; now?: () => number }) {
    this.#folder = folder;
    this.#isRecursive = isRecursive;
    this.#now = now;
  }

  /** Names of pictures that are complete since the last call: unchanged between two calls, and with their end. */
  async next(): Promise<string[]> {
    const seen = new Map<string, Seen>();
    const ready: string[] = [];
    for (const name of await listPictures(this.#folder, this.#isRecursive)) {
      const file = path.join(this.#folder, name);
      const state = await stat(file).catch(() => null);
      if (!state) continue;
      const { size, mtimeMs: changedMs } = state;
      const before = this.#seen.get(name);
      const isSame = before?.size === size && before.changedMs === changedMs;
      const now: Seen = isSame ? before : { size, changedMs, sinceMs: this.#now(), isReady: false };
      seen.set(name, now);
      if (!isSame || now.isReady || size === 0) continue;
      now.isReady = (await hasEnd(file, size)) || this.#now() - now.sinceMs >= quietMs;
      if (now.isReady) ready.push(name);
    }
    this.#seen = seen;
    return ready;
  }
}

/** Whether a file ends as its format does; false if the format does not show it. */
async function hasEnd(file: string, size: number): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  try {
    if (!handle) return false;
    const start = await readAt(handle, 0, 12);
    const end = await readAt(handle, Math.max(0, size - 12), 12);
    if (start.readUInt16BE(0) === 0xffd8) return end.readUInt16BE(10) === 0xffd9;
    if (start.toString("latin1", 1, 4) === "PNG") return end.toString("latin1", 4, 8) === "IEND";
    if (start.toString("latin1", 8, 12) === "WEBP") return start.readUInt32LE(4) + 8 <= size;
    return false;
  } finally {
    await handle?.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await handle.read(buffer, 0, length, position);
  return buffer;
}
