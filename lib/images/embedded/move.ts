import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { temporaryPath } from "#lib/storage/files.ts";
import type { FileStore } from "#lib/storage/port.ts";
import { derivedFolder } from "./derived.ts";
import { assetsFolder } from "./own-pictures.ts";
import { parseRecord, recordName } from "./store.ts";

export interface MoveReport {
  /** Processed pictures of the former storage, and bytes of files that this run copied. */
  pictures: number;
  copiedBytes: number;
  /** Pictures that were deleted or replaced during their move. */
  overtaken: number;
  /** Files left at the former storage, and the reasons. */
  problems: { key: string; problem: string }[];
}

interface MoveOptions {
  from: FileStore;
  to: FileStore;
  onPicture?: (report: MoveReport) => void;
  signal?: AbortSignal;
}

/**
 * Moves pictures between storages while the service runs and reads from both. Each picture is copied, its record
 * last, then verified by hashes, then deleted at the source. Can be interrupted anywhere: the next run continues.
 */
export async function moveFiles({ from, to, onPicture, signal }: MoveOptions): Promise<MoveReport> {
  const report: MoveReport = { pictures: 0, copiedBytes: 0, overtaken: 0, problems: [] };
  await to.prepare(assetsFolder);
  for await (const picture of listPictures(from)) {
    signal?.throwIfAborted();
    report.pictures += 1;
    try {
      await new PictureMove({ from, to, report, ...picture }).run();
    } catch (error) {
      report.problems.push({
        key: picture.folder,
        problem: error instanceof Error ? error.message : String(error),
      });
      // A damaged picture is skipped, but an unavailable storage ends the run.
      if (error instanceof Error && "isAway" in error && error.isAway === true) break;
    }
    onPicture?.(report);
  }
  if (report.problems.length === 0) {
    // Derived images can be made again; remaining files in the other folder were never complete.
    await from.removeFolder(derivedFolder);
    await from.removeFolder(assetsFolder);
  }
  return report;
}

interface Picture {
  folder: string;
  keys: string[];
}

/** The folders of pictures; every listing returns the files of one folder consecutively. */
async function* listPictures(from: FileStore): AsyncGenerator<Picture> {
  let picture: Picture | null = null;
  for await (const { key } of from.list(assetsFolder)) {
    const folder = key.slice(0, key.lastIndexOf("/"));
    if (picture && picture.folder !== folder) {
      yield picture;
      picture = null;
    }
    picture ??= { folder, keys: [] };
    picture.keys.push(key);
  }
  if (picture) yield picture;
}

interface PictureMoveOptions extends Picture {
  from: FileStore;
  to: FileStore;
  report: MoveReport;
}

class PictureMove {
  readonly #options: PictureMoveOptions;
  readonly #copied: string[] = [];

  constructor(options: PictureMoveOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { from, to, folder, keys, report } = this.#options;
    const recordKey = `${folder}/${recordName}`;
    const record = await from.read(recordKey);
    // Files without a record are no picture: an upload that was killed, or one in progress in a former process.
    if (!record) return;
    const { file, etag } = parseRecord(record.toString("utf8"));
    const named = [file, `${file}.cutout`]
      .map((name) => `${folder}/${name}`)
      .filter((key) => keys.includes(key));
    if (!named.includes(`${folder}/${file}`)) {
      throw new Error(
        "its bytes are not there: it was lost before, see `npm run admin -- storage check --deep`",
      );
    }
    const present = await to.read(recordKey);
    const isReplaced = present !== null && !present.equals(record);
    if (!isReplaced) {
      for (const key of named) await this.#copy(key, key.endsWith(file) ? etag : null);
      if (!present) await this.#copyRecord(recordKey, record);
    }
    const left = await from.read(recordKey);
    if (!left?.equals(record)) {
      report.overtaken += 1;
      await this.#undo(recordKey, record);
      return;
    }
    if (isReplaced) report.overtaken += 1;
    else for (const key of named) await this.#verify(key);
    // Readers query the present storage first.
    for (const key of [...keys.filter((one) => one !== recordKey), recordKey]) await from.remove(key);
  }

  async #copy(key: string, md5: string | null): Promise<void> {
    const { from, to, report } = this.#options;
    const [source, target] = await Promise.all([from.stat(key), to.stat(key)]);
    if (!source) return;
    if (target?.sizeBytes === source.sizeBytes) return;
    const opened = await from.open(key);
    if (!opened) return;
    const temporary = temporaryPath(to.temporaryFolder);
    try {
      await pipeline(
        opened.handle.createReadStream(),
        createWriteStream(temporary, { flags: "wx", flush: true }),
      );
      if (md5 !== null && (await hashOf(temporary, "md5")) !== md5) {
        throw new Error("its bytes are not those that were uploaded: the former place has damaged them");
      }
      await to.place(temporary, key);
      this.#copied.push(key);
      report.copiedBytes += source.sizeBytes;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async #copyRecord(key: string, record: Buffer): Promise<void> {
    await this.#options.to.writeNew(key, record);
    this.#copied.push(key);
  }

  /** Throws unless both storages have the same bytes. */
  async #verify(key: string): Promise<void> {
    const [source, target] = await Promise.all([
      this.#hash(this.#options.from, key),
      this.#hash(this.#options.to, key),
    ]);
    if (source === target) return;
    throw new Error(`${key} differs at the two places: the next run copies it again`);
  }

  async #hash(store: FileStore, key: string): Promise<string | null> {
    const opened = await store.open(key);
    if (!opened) return null;
    const hash = createHash("sha256");
    await pipeline(opened.handle.createReadStream(), hash);
    return hash.digest("hex");
  }

  /** The picture was deleted or replaced during its move: removes the copies made by this run, and nothing else. */
  async #undo(recordKey: string, record: Buffer): Promise<void> {
    const { to } = this.#options;
    const isOurs = (await to.read(recordKey))?.equals(record) === true;
    if (isOurs) await to.remove(recordKey);
    for (const key of this.#copied) if (key !== recordKey) await to.remove(key);
  }
}

async function hashOf(file: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
