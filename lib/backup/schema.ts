import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase } from "pg";
import { withClient } from "../db/client.ts";
import { deployMigrations } from "../db/migrate.ts";
import { migrationsFolder, readMigrations } from "../db/migrations/files.ts";
import { statusOf } from "../db/migrations/state.ts";
import { type ArchiveHeader, BackupError } from "./format.ts";

/** Throws BackupError when this version lacks a migration of the archive, or has it with another checksum. */
export async function requireKnownSchema({ migrations, version }: ArchiveHeader): Promise<void> {
  const rows = migrations.map((migration) => ({ ...migration, isFinished: true }));
  const { newer, changed } = statusOf(rows, await readMigrations(migrationsFolder));
  if (newer.length > 0) {
    throw new BackupError(
      `The archive was made by version ${version} with migration ${newer[0]}, which this version does not have: ` +
        "restore it with that version, or a newer one.",
    );
  }
  if (changed.length > 0)
    throw new BackupError(
      `Migration ${changed[0]} is not the one that the archive was made with: restore its file.`,
    );
}

/** Migrates an empty database to the schema of the archive. */
export async function makeSchema(url: string, { migrations }: ArchiveHeader): Promise<void> {
  await deployMigrations(url, { through: migrations.at(-1)?.name ?? "" });
}

/** Throws BackupError when a database is not empty. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'S') AND n.nspname IN ('public', 'pgboss')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
       ORDER BY 1 LIMIT 1`,
    );
    if (!rows[0]) return;
    throw new BackupError(
      `The database is not empty (it has ${rows[0].name}): make a new one, and name it with --database-url.`,
    );
  });
}

/** An unfinished migration row, which prevents every version of the service from starting. */
const unfinished = "restore_that_did_not_end";

export async function markUnfinished(client: ClientBase): Promise<void> {
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, '', $1)", [
    unfinished,
  ]);
}

export async function unmarkUnfinished(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM _prisma_migrations WHERE id = $1", [unfinished]);
}

/** Exists in a data folder whose restore is incomplete. */
const markerFile = "restore-incomplete.json";

/**
 * Marks a data folder as being restored: until `endRestore` it refuses every start, even if this process is killed.
 * Throws BackupError when the folder is not empty.
 */
export async function beginRestore(dataDir: string, file: string): Promise<void> {
  await requireRestored(dataDir);
  const names = await readdir(dataDir).catch(() => []);
  if (names.length > 0)
    throw new BackupError(`${dataDir} is not empty: name an empty or a new folder with --data-dir.`);
  await mkdir(dataDir, { recursive: true });
  const text = JSON.stringify({ archive: path.resolve(file), began_at: new Date().toISOString() });
  await writeFile(path.join(dataDir, markerFile), `${text}\n`, { flag: "wx", flush: true });
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, markerFile));
}

/** Throws BackupError for a data folder whose restore is incomplete. */
export async function requireRestored(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, markerFile))) return;
  throw new BackupError(
    `A restore into ${dataDir} did not end (${markerFile}): what is there is incomplete. ` +
      "Delete the folder, or restore into another empty one.",
  );
}
