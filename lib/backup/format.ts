import { z } from "zod";

/** Must be increased when older versions can no longer read the archive. */
export const formatVersion = 2;

/** Names of an archive's entries, in the order in which they are written. */
export const entryNames = {
  header: "backup.json",
  /** Encrypted with the passphrase. */
  secrets: "secrets.json",
  /** `database/TABLE.copy.zst`: the rows in PostgreSQL's COPY text format. */
  database: "database/",
  /** Files of the embedded image host. */
  pictures: "pictures/",
  /** The rows of the table `backup_picture` (`load.ts`), in COPY's text format. */
  pictureIndex: "pictures.copy",
  manifest: "manifest.json",
} as const;

/** The first entry of the archive: facts known when a backup begins. */
export const archiveHeader = z.object({
  format: z.literal(formatVersion),
  product: z.literal("photo-generation-service"),
  version: z.string(),
  createdAt: z.iso.datetime(),
  baseUrl: z.string(),
  imageHost: z.string(),
  hasPictures: z.boolean(),
  /** The applied migrations of its database, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Small files of DATA_DIR without secrets, by name. */
  files: z.record(z.string().regex(/^[a-z-]+\.json$/), z.string()),
  secrets: z.object({
    isIncluded: z.boolean(),
    /** Every secret of the installation, with a fingerprint by which it can be recognized. */
    fingerprints: z.record(z.string(), z.string()),
  }),
});
export type ArchiveHeader = z.output<typeof archiveHeader>;

/** The last entry: facts known when a backup ends. */
export const archiveManifest = archiveHeader.extend({
  rows: z.record(z.string(), z.number()),
  /** The last value of each sequence that was used. */
  sequences: z.record(z.string(), z.string()),
  pictures: z.object({ count: z.number(), sizeBytes: z.number(), removed: z.number(), missing: z.number() }),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;

export interface Progress {
  what: "tables" | "pictures";
  done: number;
}

export interface CreateOptions {
  hasPictures: boolean;
  /** Without it, the archive names the secrets but does not contain them. */
  passphrase: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** Aborts the backup; no file is left. */
  signal?: AbortSignal;
}

/** The archive is damaged, incomplete or incompatible; the message names the cause and the fix. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
