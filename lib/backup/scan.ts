import { z } from "zod";
import { type ArchiveEntry, readArchive } from "./archive-reader.ts";
import {
  type ArchiveHeader,
  type ArchiveManifest,
  archiveHeader,
  archiveManifest,
  BackupError,
  entryNames,
  formatVersion,
  type Part,
  type PictureLine,
  pictureLine,
} from "./format.ts";

/** Callbacks for the contents of an archive, in its order. */
export interface Visitor {
  header?(header: ArchiveHeader): Promise<void> | void;
  secrets?(bytes: Buffer): Promise<void> | void;
  data?(name: string, bytes: Buffer): Promise<void> | void;
  /** A compressed part of a table. */
  rows?(name: string, bytes: Buffer): Promise<void> | void;
  /** A file of a picture; reading it is optional. */
  picture?(entry: ArchiveEntry): Promise<void> | void;
  /** Index of the preceding pictures, stored or missing. */
  pictures?(lines: PictureLine[]): Promise<void> | void;
}

interface ScanOptions {
  /** Verifies every byte by its hash; else entries without a callback are skipped. */
  checks: boolean;
  /** Called for each damaged part; when absent, the first one throws BackupError. */
  onDamage?: (problem: string) => void;
}

/** The first entry of an archive. Throws BackupError when this version cannot read it. */
export async function readHeader(file: string): Promise<ArchiveHeader> {
  for await (const entry of readArchive(file, { checks: false })) return await parseHeader(file, entry);
  throw new BackupError(`${file} is empty.`);
}

/** Reads an archive once, from beginning to end. */
export async function scanArchive(
  file: string,
  visitor: Visitor,
  { checks, onDamage = stopAt(file) }: ScanOptions,
): Promise<ArchiveManifest> {
  const parts: Part[] = [];
  let pictureParts: Part[] = [];
  let manifest: ArchiveManifest | null = null;
  /** Entries without a callback are only hashed. */
  const hand = async (entry: ArchiveEntry, visit: ((bytes: Buffer) => unknown) | undefined) => {
    if (!checks && !visit) return;
    const bytes = await entry.bytes();
    parts.push({ name: entry.name, sizeBytes: entry.sizeBytes, sha256: entry.sha256() });
    await visit?.(bytes);
  };
  for await (const entry of readArchive(file, { checks })) {
    const { name } = entry;
    if (name === entryNames.manifest) manifest = parse(archiveManifest, await entry.bytes(), name);
    else if (name === entryNames.header) {
      await hand(entry, (bytes) => visitor.header?.(parse(archiveHeader, bytes, name)));
    } else if (name === entryNames.secrets) await hand(entry, visitor.secrets);
    else if (name.startsWith(entryNames.data)) await hand(entry, visitor.data?.bind(visitor, name));
    else if (name.startsWith(entryNames.database)) await hand(entry, visitor.rows?.bind(visitor, name));
    else if (name.startsWith(entryNames.pictureIndex)) {
      await hand(entry, async (bytes) => {
        const lines = parseLines(bytes, name);
        const expected = lines.flatMap((line) => (line.state === "stored" ? line.files : []));
        if (checks) compare(pictureParts, expected, onDamage);
        pictureParts = [];
        await visitor.pictures?.(lines);
      });
    } else if (name.startsWith(entryNames.pictures)) {
      await visitor.picture?.(entry);
      if (checks) pictureParts.push(await finishReading(entry));
    } else onDamage(`${name} is no part of a backup`);
  }
  if (!manifest) throw new BackupError(`${file} is incomplete: it has no ${entryNames.manifest}.`);
  if (checks) compare(parts, manifest.parts, onDamage);
  for (const { name } of pictureParts) onDamage(`${name} is in no index`);
  return manifest;
}

function stopAt(file: string): (problem: string) => never {
  return (problem) => {
    throw new BackupError(`${file} is damaged: ${problem}.`);
  };
}

async function parseHeader(file: string, entry: ArchiveEntry): Promise<ArchiveHeader> {
  if (entry.name !== entryNames.header) throw new BackupError(`${file} is no backup of this service.`);
  const bytes = await entry.bytes();
  const version = parse(z.object({ format: z.number() }), bytes, entry.name).format;
  if (version > formatVersion) {
    throw new BackupError(`${file} was made by a newer version, in format ${version}: use that version.`);
  }
  return parse(archiveHeader, bytes, entry.name);
}

/** Reads the bytes that the callback left unread, for the hash. */
async function finishReading(entry: ArchiveEntry): Promise<Part> {
  for await (const _ of entry.read());
  return { name: entry.name, sizeBytes: entry.sizeBytes, sha256: entry.sha256() };
}

function compare(
  found: readonly Part[],
  expected: readonly Part[],
  onDamage: (problem: string) => void,
): void {
  const byName = new Map(found.map((one) => [one.name, one]));
  for (const { name, sizeBytes, sha256 } of expected) {
    const one = byName.get(name);
    byName.delete(name);
    if (!one) onDamage(`${name} is missing`);
    else if (one.sha256 !== sha256 || one.sizeBytes !== sizeBytes) onDamage(`${name} has other bytes`);
  }
  for (const name of byName.keys()) onDamage(`${name} is listed nowhere`);
}

function parseLines(bytes: Buffer, name: string): PictureLine[] {
  const lines = bytes.toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => parse(pictureLine, Buffer.from(line), name));
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch (cause) {
    throw new BackupError(`${name} of the archive cannot be understood: it is damaged.`, { cause });
  }
}
