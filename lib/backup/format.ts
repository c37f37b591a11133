import { z } from "zod";

/** Raised when an older version could no longer read the archive. */
export const formatVersion = 1;

/** Names of the entries of an archive, in the order in which they are written. */
export const entryNames = {
  header: "backup.json",
  secrets: "secrets.json",
  /** Small files of DATA_DIR that are no secret. */
  data: "data/",
  /** `database/TABLE/000001.copy.zst`: the table in PostgreSQL's COPY text format, in parts. */
  database: "database/",
  /** `pictures/assets/…`: files of the embedded image host; `pictures/index-000001.ndjson`: what was just listed. */
  pictures: "pictures/",
  pictureIndex: "pictures/index-",
  manifest: "manifest.json",
  /** The SHA-256 of everything before it. */
  digest: "SHA256SUM",
} as const;

/** Tables that describe running processes or this installation: a restored service is another one, and writes its own. */
export const tablesNotCopied: readonly string[] = [
  "_prisma_migrations",
  "app_process",
  "backup_run",
  "installation",
  "storage_claim",
];

const secretsState = z.object({
  isIncluded: z.boolean(),
  /** Every secret that the installation had, each with a fingerprint by which it can be recognised. */
  fingerprints: z.record(z.string(), z.string()),
});

/** What is known when a backup begins: the first entry of the archive. */
export const archiveHeader = z.object({
  format: z.literal(formatVersion),
  product: z.literal("photo-generation-service"),
  version: z.string(),
  createdAt: z.iso.datetime(),
  baseUrl: z.string(),
  imageHost: z.string(),
  hasPictures: z.boolean(),
  /** The migrations that its database had, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** In an order in which a table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  secrets: secretsState,
});
export type ArchiveHeader = z.output<typeof archiveHeader>;

const part = z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() });
export type Part = z.output<typeof part>;

/** What is known when a backup ends: the last entry but one. */
export const archiveManifest = archiveHeader.extend({
  finishedAt: z.iso.datetime(),
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  ledger: z.object({
    accounts: z.number(),
    entries: z.number(),
    /** Sums of all entries, and of all balances. */
    monthlySum: z.string(),
    topupSum: z.string(),
    monthlyBalance: z.string(),
    topupBalance: z.string(),
  }),
  pictures: z.object({ count: z.number(), sizeBytes: z.number(), removed: z.number(), missing: z.number() }),
  /** Everything but the pictures, whose hashes are in their indexes. */
  parts: z.array(part),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;

/** A line of an index of pictures. */
export const pictureLine = z.discriminatedUnion("state", [
  z.object({ state: z.literal("stored"), publicId: z.string(), isMarked: z.boolean(), files: z.array(part) }),
  /** Its owner deleted it after the snapshot, before it was read. */
  z.object({ state: z.literal("removed"), publicId: z.string() }),
  /** Rows need it, and the image host did not have it. */
  z.object({ state: z.literal("missing"), publicId: z.string() }),
]);
export type PictureLine = z.output<typeof pictureLine>;

/** The archive is damaged, incomplete, or does not fit: the message says what and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
