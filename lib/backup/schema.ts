import pg, { type ClientBase } from "pg";
import { deployMigrations } from "../db/migrate.ts";
import { migrationsFolder, readMigrations } from "../db/migrations/files.ts";
import { type ArchiveHeader, BackupError } from "./format.ts";

/** Throws BackupError when this version lacks a migration of the archive, or has it with another checksum. */
export async function requireKnownSchema({ migrations, version }: ArchiveHeader): Promise<void> {
  const known = new Map(
    (await readMigrations(migrationsFolder)).map((migration) => [migration.name, migration.checksum]),
  );
  for (const { name, checksum } of migrations) {
    if (!known.has(name)) {
      throw new BackupError(
        `The archive was made by version ${version} with migration ${name}, which this version does not have: ` +
          "restore it with that version, or a newer one.",
      );
    }
    if (known.get(name) !== checksum) {
      throw new BackupError(
        `Migration ${name} is not the one that the archive was made with: restore its file.`,
      );
    }
  }
}

/** Migrates an empty database to the schema of the archive. */
export async function makeSchema(url: string, { migrations }: ArchiveHeader): Promise<void> {
  await deployMigrations(url, { through: migrations.at(-1)?.name ?? "" });
}

/** Throws BackupError when a database is not empty. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
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
