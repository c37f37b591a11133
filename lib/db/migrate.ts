import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

export const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));

/** Any constant will do, so long as nothing else in the database takes the same advisory lock. */
const lockKey = 7_405_281;
/** The table as Prisma's own tools make and read it. */
const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

/**
 * Applies every migration the database lacks, in order, each entirely or not at all, and returns their names.
 * Processes that start at once wait for each other; a database that is up to date costs two small queries.
 * Throws when a migration fails, and when the database holds one that failed or that this version does not know.
 */
export async function deployMigrations(url: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Held by this session: a process that dies while it migrates lets go by itself.
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    const lacking = await findLacking(client, migrations);
    for (const migration of lacking) await apply(client, migration);
    return lacking.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(path.join(migrationsFolder, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

async function findLacking(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!table.rows[0].present) return migrations;
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of rows) {
    if (!finished) {
      throw new Error(
        `Migration ${name} failed half-way in this database: ` +
          "restore a backup, or repair by hand and delete its row from _prisma_migrations.",
      );
    }
    if (!known.has(name)) {
      throw new Error(
        `The database has migration ${name}, which this version does not know: run the newer version.`,
      );
    }
    if (known.get(name)?.checksum !== checksum) {
      throw new Error(`Migration ${name} was changed after it was applied: restore its file.`);
    }
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migrationsTable);
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK");
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed, and nothing of it was kept: ${reason}`, { cause });
  }
}
