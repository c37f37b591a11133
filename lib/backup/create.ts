import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ClientBase } from "pg";
import { withClient } from "../db/client.ts";
import { migrationLockKey } from "../db/migrate.ts";
import { readApplied } from "../db/migrations/state.ts";
import { getPresentAccount } from "../images/providers.ts";
import { nullIfMissing } from "../platform/data-dir.ts";
import { directDatabaseUrl, env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { type AddEntry, addFile, writeArchive } from "./archive.ts";
import { begin, dumpTable, listTables, readSequences } from "./database.ts";
import {
  type ArchiveHeader,
  type ArchiveManifest,
  BackupError,
  type CreateOptions,
  entryNames,
  formatVersion,
} from "./format.ts";
import { copyPictures, hasArchivablePictures, listPictures } from "./pictures.ts";
import { collectSecrets, fingerprintsOf, sealSecrets } from "./secrets.ts";

/** Lower priority than the processes that serve requests. */
const niceness = 15;
/** A small file of DATA_DIR that a restored service needs beside the database and the pictures. */
const dataFile = "first-photos.json";

export interface Created {
  manifest: ArchiveManifest;
  sizeBytes: number;
}

/**
 * Writes one archive of the running service: a snapshot of its database, its pictures and its secrets. The file must
 * not exist yet; after an error there is none. Throws BackupError for problems that the operator can fix.
 */
export async function createBackup(file: string, options: CreateOptions): Promise<Created> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-backup-"));
  try {
    const { filled: manifest, sizeBytes } = await writeArchive(file, async (add) => {
      const dumped = await dumpDatabase(add, folder, options);
      const pictures = dumped.hasPictures
        ? await copyPictures(add, folder, options)
        : { count: 0, sizeBytes: 0, removed: 0, missing: 0 };
      await add(entryNames.manifest, json({ ...dumped, pictures }));
      options.signal?.throwIfAborted();
      return { ...dumped, pictures };
    });
    return { manifest, sizeBytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the entries that must come from one snapshot of the database. */
async function dumpDatabase(add: AddEntry, folder: string, options: CreateOptions) {
  const { passphrase, signal, onProgress } = options;
  return await withClient(directDatabaseUrl(), async (client) => {
    await begin(client, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await waitForNoMigration(client);
    const tables = await listTables(client);
    const applied = (await readApplied(client)).filter(({ isFinished }) => isFinished);
    const secrets = await collectSecrets();
    const isIncluded = passphrase !== undefined && Object.keys(secrets).length > 0;
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    const firstPhotos = await readFile(path.join(env().DATA_DIR, dataFile), "utf8").catch(nullIfMissing);
    const header: ArchiveHeader = {
      format: formatVersion,
      product: "photo-generation-service",
      version,
      createdAt: new Date().toISOString(),
      baseUrl: env().BASE_URL,
      imageHost: getPresentAccount()?.provider.name ?? "embedded",
      // With another image host, the embedded pictures from before the switch are included.
      hasPictures: options.hasPictures && hasArchivablePictures(),
      migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
      files: firstPhotos === null ? {} : { [dataFile]: firstPhotos },
      secrets: { isIncluded, fingerprints: fingerprintsOf(secrets) },
    };
    await add(entryNames.header, json(header));
    if (isIncluded) await add(entryNames.secrets, await sealSecrets(secrets, passphrase));
    const rows: Record<string, number> = {};
    for (const [index, table] of tables.entries()) {
      const file = path.join(folder, "table");
      rows[table.name] = await dumpTable(client, table, file, signal);
      await addFile(add, `${entryNames.database}${table.name}.copy.zst`, file);
      onProgress?.({ what: "tables", done: index + 1 });
      signal?.throwIfAborted();
    }
    if (header.hasPictures) await listPictures(client, folder);
    const sequences = await readSequences(client);
    await client.query("COMMIT");
    return { ...header, rows, sequences };
  });
}

/** Shares the migration lock, so that a migration waits for the backup before it locks tables that requests need. */
async function waitForNoMigration(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock_shared($1) AS held",
    [migrationLockKey],
  );
  if (rows[0]?.held !== true)
    throw new BackupError("The database is being migrated: begin the backup again when that is over.");
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** For processes that only make backups: the processes that serve requests have priority. */
export function lowerPriority(): void {
  try {
    // Keeps a higher niceness: only root may lower it.
    os.setPriority(Math.max(os.getPriority(), niceness));
  } catch (error) {
    log.warn({ err: error }, "the backup runs at the usual priority");
  }
}
