import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { randomBase62 } from "#lib/platform/ids.ts";
import { MissingFileError } from "#lib/storage/files.ts";
import type { FileStore, LocalFile } from "#lib/storage/port.ts";
import { inspectImage } from "../inspect.ts";
import { type InspectedImage, requireLargeEnough } from "../picture.ts";
import { assetsFolder } from "./folder.ts";
import { ProtocolError, printable } from "./protocol-error.ts";

/** The file that describes the current version, in the folder of a public id. */
export const recordName = "asset.json";
const maxPublicIdLength = 255;
// Cloudinary's forbidden characters, and others that are special in a URL, a header or a file system.
const forbidden = /[?&#\\%<>+\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const storedAsset = z.object({
  publicId: z.string(),
  assetId: z.string(),
  version: z.number(),
  versionId: z.string(),
  format: z.enum(["jpg", "png", "webp", "avif", "gif", "tiff", "heic"]),
  width: z.number(),
  height: z.number(),
  pages: z.number(),
  hasAlpha: z.boolean(),
  sizeBytes: z.number(),
  /** MD5 of the bytes, in hex: the protocol's etag. */
  etag: z.string(),
  createdAt: z.string(),
  originalFilename: z.string(),
  assetFolder: z.string(),
  /** Always empty. */
  tags: z.array(z.string()),
  context: z.record(z.string(), z.string()),
  /** Name of the file with the bytes, beside the record. */
  file: z.string(),
});
export type StoredAsset = z.output<typeof storedAsset>;

export interface SaveOptions {
  publicId: string;
  originalFilename?: string;
  /** Result of an earlier inspection of the picture. */
  inspected?: InspectedImage | undefined;
  /** The caller whose queue the inspection waits in. */
  caller?: string | undefined;
  /** As for `inspectImage`. */
  copyTo?: string;
  /** A picture for new work: refused if it is too small for that. */
  isInput?: boolean;
}

/**
 * Stores originals and their records. Keys are hashes of public ids, never the ids. A record is one small file that
 * is replaced atomically: a reader sees the old or the new version, whichever process writes and wherever it is
 * killed.
 */
export class AssetStore {
  readonly files: FileStore;

  constructor(files: FileStore) {
    this.files = files;
  }

  get temporaryFolder(): string {
    return this.files.temporaryFolder;
  }

  async prepare(): Promise<void> {
    await this.files.prepare(assetsFolder);
  }

  /**
   * Takes over a temporary file as the new current version of a public id, with its bytes unchanged. Throws
   * UnreadableImageError when it is no usable picture; the temporary file is removed either way.
   */
  async save(temporary: string, options: SaveOptions): Promise<StoredAsset> {
    const { publicId } = options;
    try {
      const { inspected, caller, copyTo } = options;
      const image =
        inspected ?? (await inspectImage(temporary, { caller, ...(copyTo !== undefined && { copyTo }) }));
      if (options.isInput) requireLargeEnough(image);
      const etag = await hashAndSync(temporary);
      const previous = await this.get(publicId);
      const versionId = randomBytes(16).toString("hex");
      const asset: StoredAsset = {
        publicId,
        assetId: previous?.assetId ?? randomBytes(16).toString("hex"),
        // UNIX seconds as in the protocol, but always greater than the previous version.
        version: Math.max(Math.floor(Date.now() / 1000), (previous?.version ?? 0) + 1),
        versionId,
        format: image.format,
        width: image.width,
        height: image.height,
        pages: image.pages,
        hasAlpha: image.hasAlpha,
        sizeBytes: image.sizeBytes,
        etag,
        createdAt: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
        originalFilename: options.originalFilename ?? "file",
        assetFolder: publicId.split("/").slice(0, -1).join("/"),
        tags: [],
        context: {},
        file: `${versionId}.original`,
      };
      await this.files.store(temporary, this.originalKey(asset));
      await this.files.write(this.recordKey(publicId), JSON.stringify(asset));
      if (previous) await this.#removeFiles(previous);
      return asset;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** The current version, or null. */
  async get(publicId: string): Promise<StoredAsset | null> {
    const record = await this.files.read(this.recordKey(publicId));
    return record && parseRecord(record.toString("utf8"));
  }

  /** The file with an asset's bytes. Throws MissingFileError when it was replaced or removed in the meantime. */
  async original(asset: StoredAsset): Promise<LocalFile> {
    const found = await this.files.locate(this.originalKey(asset));
    if (!found) throw new MissingFileError(this.originalKey(asset));
    return found;
  }

  originalKey(asset: StoredAsset): string {
    return `${this.#folder(asset.publicId)}/${asset.file}`;
  }

  /** Key of the file that describes the current version of a public id. */
  recordKey(publicId: string): string {
    return `${this.#folder(publicId)}/${recordName}`;
  }

  /** Key of the marker file that `allowCutout` creates. */
  cutoutMark(asset: StoredAsset): string {
    return `${this.originalKey(asset)}.cutout`;
  }

  async remove(publicId: string): Promise<void> {
    const asset = await this.get(publicId);
    if (!asset) return;
    await this.files.remove(this.recordKey(publicId));
    await this.#removeFiles(asset);
  }

  /** Records that an authorized caller requested the cut-out of this version. */
  async allowCutout(asset: StoredAsset): Promise<void> {
    await this.files.mark(this.cutoutMark(asset));
  }

  async isCutoutAllowed(asset: StoredAsset): Promise<boolean> {
    return (await this.files.stat(this.cutoutMark(asset))) !== null;
  }

  async #removeFiles(asset: StoredAsset): Promise<void> {
    await this.files.remove(this.originalKey(asset));
    await this.files.remove(this.cutoutMark(asset));
  }

  #folder(publicId: string): string {
    return `${assetsFolder}/${hashedFolder(publicId)}`;
  }
}

/** Throws when the text is not an asset record. */
export function parseRecord(text: string): StoredAsset {
  return storedAsset.parse(JSON.parse(text));
}

/** `ab/cdef…`: the relative folder of a public id. */
export function hashedFolder(publicId: string): string {
  const hash = createHash("sha256").update(publicId).digest("hex").slice(0, 40);
  return `${hash.slice(0, 2)}/${hash.slice(2)}`;
}

async function hashAndSync(file: string): Promise<string> {
  const hash = createHash("md5");
  await pipeline(createReadStream(file), hash);
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}

export function isValidPublicId(publicId: string): boolean {
  if (publicId.length === 0 || publicId.length > maxPublicIdLength) return false;
  if (!publicId.isWellFormed() || forbidden.test(publicId)) return false;
  return publicId
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && part.trim() === part);
}

/**
 * The public id in a folder, NFC normalized; generates a random name when none is given. Throws ProtocolError 400
 * when invalid.
 */
export function choosePublicId({ folder, name }: { folder: string; name?: string | undefined }): string {
  const chosen = [folder.replace(/\/+$/, ""), name || randomBase62(20).toLowerCase()]
    .filter(Boolean)
    .join("/")
    .normalize("NFC");
  if (!isValidPublicId(chosen)) throw new ProtocolError(400, `public_id (${printable(chosen)}) is invalid`);
  return chosen;
}
