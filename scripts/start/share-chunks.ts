import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** The path of a chunk in a loader, a manifest or another chunk, relative to `.next/server`. */
const chunkPath = /\bchunks\/[^"'`\\\s]+?\.js\b/g;

/**
 * Makes all routes of a build load the same copy of a chunk, and deletes the other copies. The bundler (Turbopack)
 * writes some chunks once per route under different names, and the server would read, parse and keep each of them.
 * `folder` is `.next/server`. Returns the number of bytes that it deleted.
 */
export async function shareChunks(folder: string): Promise<number> {
  const before = await readSources(folder);
  const sources = new Map(before);
  // Chunks name other chunks: two may become equal once those are shared.
  for (let copies = findCopies(sources); copies.size > 0; copies = findCopies(sources)) {
    for (const copy of copies.keys()) sources.delete(copy);
    for (const [file, text] of sources) {
      sources.set(
        file,
        text.replaceAll(chunkPath, (chunk) => copies.get(chunk) ?? chunk),
      );
    }
  }
  let deletedBytes = 0;
  for (const [file, text] of before) {
    const shared = sources.get(file);
    if (shared === undefined) {
      deletedBytes += Buffer.byteLength(text);
      await rm(path.join(folder, file));
    } else if (shared !== text) await writeFile(path.join(folder, file), shared);
  }
  return deletedBytes;
}

/** Contents by path. Traces (`.nft.json`) are left out: nothing in this service reads them. */
async function readSources(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /(?<!\.nft)\.js(on)?$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return new Map(files.map((file, place) => [file, texts[place] ?? ""]));
}

/** Maps each copy to the chunk that replaces it: one with the same content in the same folder. */
function findCopies(sources: ReadonlyMap<string, string>): Map<string, string> {
  const firsts = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const [file, text] of sources) {
    if (!file.startsWith("chunks/")) continue;
    const key = `${path.dirname(file)} ${createHash("sha256").update(text).digest("hex")}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, file);
    else copies.set(file, first);
  }
  return copies;
}
