import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { MigrationList, SchemaEngine } from "./migrate/schema-engine.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const migrationsFolder = path.join(root, "prisma", "migrations");
const schemaFile = path.join(root, "prisma", "schema.prisma");
const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
const noFilters = { externalTables: [], externalEnums: [] };
/** Any constant will do, so long as nothing else in the database takes the same advisory lock. */
const lockKey = 7_405_281;

/**
 * Applies every migration the database lacks, in order, and returns their names. Processes that start at
 * once wait for each other; a database that is up to date costs two small queries.
 * Throws when the database holds a failed migration, or one this version does not know.
 */
export async function deployMigrations(url: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Held by this session: a process that dies while it migrates lets go by itself. Looked at under the lock alone:
    // outside of it a migration under way cannot be told from one that failed.
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    if (await isUpToDate(client, migrations)) return [];
    return await withEngine(url, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrationList(migrations),
        filters: noFilters,
      });
      return appliedMigrationNames;
    });
  } finally {
    await client.end();
  }
}

/**
 * Writes the migration that takes the present migrations to the present schema and returns its folder, or
 * null when they agree already. `url` is a scratch database.
 */
export async function writeMigration(url: string, name: string): Promise<string | null> {
  const script = await diff(url, "script");
  if (script === null) return null;
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(migrationsFolder, `${stamp}_${name.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), script);
  await writeFile(path.join(migrationsFolder, lockfile.path), lockfile.content);
  return folder;
}

/** What the schema has and the migrations do not make, in words; null when they agree. */
export function findDrift(url: string): Promise<string | null> {
  return diff(url, "words");
}

async function diff(url: string, form: "script" | "words"): Promise<string | null> {
  const list = migrationList(await readMigrations());
  const schema = await readFile(schemaFile, "utf8");
  const result = await withEngine(url, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...list },
      to: { tag: "schemaDatamodel", files: [{ path: schemaFile, content: schema }] },
      script: form === "script",
      exitCode: true,
      filters: noFilters,
    }),
  );
  return result.exitCode === 0 ? null : (result.stdout ?? "");
}

interface Migration {
  name: string;
  script: string;
  checksum: string;
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

async function isUpToDate(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!table.rows[0].present) return migrations.length === 0;
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    if (!row.finished) {
      throw new Error(
        `Migration ${row.name} failed half-way in this database: ` +
          "restore a backup, or repair by hand and delete its row from _prisma_migrations.",
      );
    }
    if (!known.has(row.name)) {
      throw new Error(
        `The database has migration ${row.name}, which this version does not know: run the newer version.`,
      );
    }
    if (known.get(row.name)?.checksum !== row.checksum) {
      throw new Error(`Migration ${row.name} was changed after it was applied: restore its file.`);
    }
  }
  return rows.length === migrations.length;
}

function migrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: migrationsFolder,
    lockfile,
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
    })),
  };
}

async function withEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const schema = await readFile(schemaFile, "utf8");
  // Five megabytes of WebAssembly: only when there is something to do.
  const { openSchemaEngine } = await import("./migrate/schema-engine.ts");
  const { engine, close } = await openSchemaEngine(url, [[schemaFile, schema]]);
  try {
    return await use(engine);
  } finally {
    await close();
  }
}
