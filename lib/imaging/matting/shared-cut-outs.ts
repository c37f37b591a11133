import { createHash, randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { CutOut } from "../pixels/cut-out.ts";

interface Room {
  maxBytes: number;
  maxFiles: number;
}

/** Room for the pictures of several callers; the folder is temporary, so its disk may be small. */
const defaultRoom: Room = { maxBytes: 200_000_000, maxFiles: 32 };
const suffix = ".cutout";

/**
 * Recent cut-outs as files, so that the pixel processes of a server share them: one that is needed by another process
 * is read (4 MB for a photo of 1K) instead of made again. A file that is missing, damaged or cannot be written costs
 * one run of the network.
 */
export class SharedCutOuts {
  readonly #folder: string;
  readonly #room: Room;

  constructor(folder: string, room = defaultRoom) {
    this.#folder = folder;
    this.#room = room;
  }

  async read(key: string): Promise<CutOut | null> {
    const file = this.#fileOf(key);
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) return null;
    // Rounded up, because the times of written files are finer than a millisecond.
    const now = new Date(Date.now() + 1);
    await utimes(file, now, now).catch(() => undefined);
    return decode(bytes);
  }

  async write(key: string, cut: CutOut): Promise<void> {
    const file = this.#fileOf(key);
    const scratch = `${file}.${randomUUID()}`;
    try {
      const handle = await open(scratch, "w", 0o600);
      try {
        await handle.writev(encode(cut));
      } finally {
        await handle.close();
      }
      await rename(scratch, file);
      await this.#removeOldest();
    } catch {
      await rm(scratch, { force: true }).catch(() => undefined);
    }
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, `${createHash("sha256").update(key).digest("hex")}${suffix}`);
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(suffix));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { file, size, mtimeMs };
      }),
    );
    let bytes = 0;
    let count = 0;
    for (const { file, size } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
      bytes += size;
      count += 1;
      if (count > this.#room.maxFiles || bytes > this.#room.maxBytes) await rm(file, { force: true });
    }
  }
}

/** The length of the header as 4 bytes, the header (everything but the pixels) as JSON, the pixels. */
function encode({ rgba, ...facts }: CutOut): Uint8Array[] {
  const header = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return [length, header, rgba];
}

/** Null for bytes that are not a whole cut-out, e.g. after a full disk. */
function decode(bytes: Buffer): CutOut | null {
  try {
    const end = 4 + bytes.readUInt32LE();
    const facts = JSON.parse(bytes.toString("utf8", 4, end)) as Omit<CutOut, "rgba">;
    const rgba = bytes.subarray(end);
    return rgba.length === facts.width * facts.height * 4 ? { ...facts, rgba } : null;
  } catch {
    return null;
  }
}
