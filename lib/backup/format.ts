import { z } from "zod";

/** Must be increased when older versions can no longer read the archive. */
export const formatVersion = 1;

/** Names of an archive's entries, in the order in which they are written. */
export const entryNames = {
  header: "backup.json",
  secrets: "secrets.json",
  /** Small files of DATA_DIR without secrets. */
  data: "data/",
  /** `database/TABLE/000001.copy.zst`: the table in PostgreSQL's COPY text format, in parts. */
  database: "database/",
  /**
   * `pictures/assets/…`: files of the embedded image host; `pictures/index-000001.ndjson`: index of the preceding
   * pictures.
   */
  pictures: "pictures/",
  pictureIndex: "pictures/index-",
  manifest: "manifest.json",
  /** The SHA-256 of everything before it. */
  digest: "SHA256SUM",
} as const;

/**
 * Tables about running processes or this installation: a restored service is another installation and writes its own.
 */
export const tablesNotCopied: readonly string[] = [
  "_prisma_migrations",
  "app_process",
  "backup_run",
  "installation",
  "storage_claim",
];

const secretsState = z.object({
  isIncluded: z.boolean(),
  /** Every secret of the installation, with a fingerprint by which it can be recognized. */
  fingerprints: z.record(z.string(), z.string()),
});

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
  /** Ordered so that each table follows the tables it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  secrets: secretsState,
});
export type ArchiveHeader = z.output<typeof archiveHeader>;

const part = z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() });
export type Part = z.output<typeof part>;

/** The last entry but one: facts known when a backup ends. */
export const archiveManifest = archiveHeader.extend({
  finishedAt: z.iso.datetime(),
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  ledger: z.object({
    accounts: z.number(),
    entries: z.number(),
    /** Sums of all ledger entries, and of all balances. */
    monthlySum: z.string(),
    topupSum: z.string(),
    monthlyBalance: z.string(),
    topupBalance: z.string(),
  }),
  pictures: z.object({ count: z.number(), sizeBytes: z.number(), removed: z.number(), missing: z.number() }),
  /** All entries except the pictures, whose hashes are in their indexes. */
  parts: z.array(part),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;

/** A line of an index of pictures. */
export const pictureLine = z.discriminatedUnion("state", [
  z.object({ state: z.literal("stored"), publicId: z.string(), isMarked: z.boolean(), files: z.array(part) }),
  /** Its owner deleted it between the snapshot and reading it. */
  z.object({ state: z.literal("removed"), publicId: z.string() }),
  /** Rows reference it, but the image host did not have it. */
  z.object({ state: z.literal("missing"), publicId: z.string() }),
]);
export type PictureLine = z.output<typeof pictureLine>;

/** The archive is damaged, incomplete or incompatible; the message names the cause and the fix. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
