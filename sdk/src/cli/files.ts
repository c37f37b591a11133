import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ConnectionError } from "../errors.ts";
import { pause } from "../transport/time.ts";
import { isResultName } from "./request.ts";

const pictureEndings = /\.(jpe?g|png|webp|avif|gif|tiff?|hei[cf])$/i;

/** Pictures of a folder as sorted relative paths, without hidden files and results. */
export async function listPictures(folder: string, isRecursive: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: isRecursive });
  const files = entries.flatMap((entry) => {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    const isHidden = file.split(path.sep).some((part) => part.startsWith("."));
    const isPicture = entry.isFile() && pictureEndings.test(entry.name) && !isResultName(entry.name);
    return isPicture && !isHidden ? [file] : [];
  });
  return files.sort();
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The text of a file; null if there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Replaces a file atomically: after a crash it is either the former or the new one. */
export async function replaceFile(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = await open(draft, "w", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

const attempts = 5;

/** Downloads a file completely or not at all; results of the image host are small enough for memory. */
export async function download(url: string, file: string, signal?: AbortSignal): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const bytes = await fetchWhole(url, signal);
      await mkdir(path.dirname(file), { recursive: true });
      await replaceFile(file, bytes);
      return bytes.length;
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt === attempts || !(error instanceof ConnectionError)) throw error;
      await pause(Math.random() * 500 * 2 ** attempt, signal);
    }
  }
}

async function fetchWhole(url: string, signal?: AbortSignal): Promise<Uint8Array> {
  const fix = "Run the command again: finished pictures are not charged again.";
  const limit = AbortSignal.timeout(5 * 60_000);
  try {
    const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (!response.ok) throw new ConnectionError(`${url} returned status ${response.status}.`, { fix });
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    throw new ConnectionError(`${url} could not be downloaded.`, { fix, cause: error });
  }
}

export async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false;
}

export async function fileExists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() ?? false;
}

export const removeFile = (file: string) => rm(file, { force: true });

/** File extension for a file that the image host delivers. */
export function endingOf(contentType: string | null | undefined, url: string): string {
  const known = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/avif": "avif" };
  return (
    known[contentType as keyof typeof known] ??
    /\.(\w{3,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ??
    "jpg"
  );
}
