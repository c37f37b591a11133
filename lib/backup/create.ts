import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ClientBase } from "pg";
import { migrationLockKey } from "../db/migrate.ts";
import { getPresentAccount } from "../images/providers.ts";
import { directDatabaseUrl, env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { hasCode } from "../storage/files.ts";
import { ArchiveWriter, FileSink, type Sink } from "./archive-writer.ts";
import { listTables, readSequences } from "./catalogue.ts";
import { begin, connect, dumpTable } from "./database.ts";
import {
  type ArchiveHeader,
  type ArchiveManifest,
  BackupError,
  entryNames,
  formatVersion,
  type Part,
} from "./format.ts";
import { hasArchivablePictures } from "./gaps.ts";
import { copyPictures, listPictures } from "./pictures.ts";
import { collectSecrets, fingerprintsOf, sealSecrets } from "./secrets.ts";

/** Lower priority than the processes that serve requests. */
const niceness = 15;
/** Small files of DATA_DIR that a restored service needs beside the database and the pictures. */
const dataFiles = ["first-photos.json"];

export interface Progress {
  what: "rows" | "pictures";
  done: number;
  /** Estimated for rows. */
  total: number;
}

export interface CreateOptions {
  hasPictures: boolean;
  /** Without it, the archive names the secrets but does not contain them. */
  passphrase: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** Aborts the backup; no file is left. */
  signal?: AbortSignal;
}

export interface Created {
  manifest: ArchiveManifest;
  sizeBytes: number;
}

/**
 * Writes one archive of the running service: a snapshot of its database, its pictures and its secrets. `target` is
 * the path of a file that must not exist yet, or a sink; after an error nothing is left there. Throws BackupError for
 * problems that the operator can fix.
 */
export async function createBackup(target: string | Sink, options: CreateOptions): Promise<Created> {
  const { signal } = options;
  const url = directDatabaseUrl();
  const sink = typeof target === "string" ? await FileSink.create(target) : target;
  const writer = new ArchiveWriter(sink);
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-backup-"));
  const list = path.join(folder, "pictures");
  try {
    // With another image host, the embedded pictures from before the switch are included.
    const hasPictures = options.hasPictures && hasArchivablePictures();
    const { header, ...dumped } = await dumpDatabase(url, { ...options, hasPictures, writer, list });
    const pictures = hasPictures
      ? await withClient(url, async (live) => {
          const total = await countLines(list);
          let done = 0;
          const onPicture = () => {
            done += 1;
            options.onProgress?.({ what: "pictures", done, total });
          };
          return copyPictures({ list, writer, live, onPicture, signal });
        })
      : { totals: { count: 0, sizeBytes: 0, removed: 0, missing: 0 }, parts: [] };
    signal?.throwIfAborted();
    const manifest: ArchiveManifest = {
      ...header,
      finishedAt: new Date().toISOString(),
      rows: dumped.rows,
      sequences: dumped.sequences,
      ledger: dumped.ledger,
      pictures: pictures.totals,
      parts: [...dumped.parts, ...pictures.parts],
    };
    await writer.add(entryNames.manifest, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    return { manifest, sizeBytes: await writer.finish() };
  } catch (error) {
    await sink.discard();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Dumping = CreateOptions & { writer: ArchiveWriter; list: string };

/** Writes the entries that must come from one snapshot of the database. */
async function dumpDatabase(url: string, options: Dumping) {
  const { writer, list, passphrase, hasPictures, signal, onProgress } = options;
  return withClient(url, async (client) => {
    await begin(client, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await waitForNoMigration(client);
    const migrations = await readMigrations(client);
    const tables = await listTables(client);
    const secrets = await collectSecrets();
    const isIncluded = passphrase !== undefined && Object.keys(secrets).length > 0;
    const header: ArchiveHeader = {
      format: formatVersion,
      product: "photo-generation-service",
      version: await readVersion(),
      createdAt: new Date().toISOString(),
      baseUrl: env().BASE_URL,
      imageHost: getPresentAccount()?.provider.name ?? "embedded",
      hasPictures,
      migrations,
      tables,
      secrets: { isIncluded, fingerprints: fingerprintsOf(secrets) },
    };
    const parts: Part[] = [];
    parts.push(await writer.add(entryNames.header, Buffer.from(`${JSON.stringify(header, null, 1)}\n`)));
    if (isIncluded) parts.push(await writer.add(entryNames.secrets, await sealSecrets(secrets, passphrase)));
    parts.push(...(await addDataFiles(writer)));
    const total = await estimateRows(client);
    let done = 0;
    const onRows = (count: number) => {
      signal?.throwIfAborted();
      done += count;
      onProgress?.({ what: "rows", done, total: Math.max(total, done) });
    };
    const rows: Record<string, number> = {};
    for (const table of tables) {
      const dumped = await dumpTable(client, table, { writer, onRows });
      rows[table.name] = dumped.rows;
      parts.push(...dumped.parts);
      signal?.throwIfAborted();
    }
    const ledger = await sumLedger(client);
    if (hasPictures) await listPictures(client, list);
    const sequences = await readSequences(client);
    await client.query("COMMIT");
    return { header, parts, rows, ledger, sequences };
  });
}

/** Shares the migration lock, so that a migration waits for the backup before it locks tables that requests need. */
async function waitForNoMigration(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock_shared($1) AS held",
    [migrationLockKey],
  );
  if (rows[0]?.held !== true) {
    throw new BackupError("The database is being migrated: begin the backup again when that is over.");
  }
}

async function readMigrations(client: ClientBase): Promise<ArchiveHeader["migrations"]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

async function estimateRows(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT COALESCE(sum(GREATEST(c.reltuples, 0)), 0)::float8 AS count FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'`,
  );
  return Math.round(rows[0]?.count ?? 0);
}

/** Sums that the restored database must have; compared by `verifyBackup` and after a restore. */
export async function sumLedger(client: ClientBase): Promise<ArchiveManifest["ledger"]> {
  const { rows } = await client.query<ArchiveManifest["ledger"]>(
    `SELECT b.accounts, l.entries, l.monthly AS "monthlySum", l.topup AS "topupSum",
            b.monthly AS "monthlyBalance", b.topup AS "topupBalance"
     FROM (SELECT count(*)::int AS accounts, COALESCE(sum(monthly), 0)::text AS monthly,
                  COALESCE(sum(topup), 0)::text AS topup FROM balance) b,
          (SELECT count(*)::int AS entries, COALESCE(sum(monthly_delta), 0)::text AS monthly,
                  COALESCE(sum(topup_delta), 0)::text AS topup FROM ledger_entry) l`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("the sums of the ledger are missing");
  return sums;
}

async function addDataFiles(writer: ArchiveWriter): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of dataFiles) {
    const bytes = await readFile(path.join(env().DATA_DIR, name)).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return null;
      throw error;
    });
    if (bytes) parts.push(await writer.add(`${entryNames.data}${name}`, bytes));
  }
  return parts;
}

async function withClient<T>(url: string, use: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const bytes of createReadStream(file)) {
    for (const byte of bytes as Buffer) if (byte === 0x0a) count += 1;
  }
  return count;
}

async function readVersion(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}

/** For processes that only make backups: the processes that serve requests have priority. */
export function lowerPriority(): void {
  try {
    // Keeps a higher niceness: only root may lower it.
    os.setPriority(Math.max(os.getPriority(), niceness));
  } catch (error) {
    log.warn({ err: error }, "the backup runs at the usual priority");
  }
}
