import type pg from "pg";
import type { Migration } from "./files.ts";

/** A row of _prisma_migrations. A version of the service is identified by its newest migration. */
interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
  /** The version that applied it; null in rows of versions that did not record it. */
  version: string | null;
  /** The oldest version that can run on the schema from this migration on. */
  oldestVersion: string | null;
}

export interface SchemaStatus {
  applied: string[];
  pending: string[];
  /** Applied migrations that this version does not have. */
  newer: string[];
  failed: string[];
  /** Migrations whose files differ from the applied ones. */
  changed: string[];
  /**
   * The oldest version that can run with the newer migrations; null when there are none or one does not record it.
   */
  oldestVersion: string | null;
  /**
   * Why this version cannot run on the database, with the fix; null when it can, after applying pending migrations.
   */
  problem: string | null;
}

/** The applied migrations, oldest first. Also reads tables created by former versions and Prisma's own tools. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!table.rows[0].present) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished",
            to_jsonb(m)->>'version' AS version, to_jsonb(m)->>'oldest_version' AS "oldestVersion"
       FROM _prisma_migrations m WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

export function statusOf(rows: readonly AppliedMigration[], migrations: readonly Migration[]): SchemaStatus {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const applied = new Set(rows.map(({ name }) => name));
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const newer = rows.filter(({ name }) => !known.has(name));
  const bounds = newer.map(({ oldestVersion }) => oldestVersion);
  const found = {
    applied: namesOf(rows.filter(({ name, isFinished }) => isFinished && known.has(name))),
    pending: namesOf(migrations.filter(({ name }) => !applied.has(name))),
    newer: namesOf(newer),
    failed: namesOf(rows.filter(({ isFinished }) => !isFinished)),
    changed: namesOf(
      rows.filter(({ name, checksum }) => (known.get(name)?.checksum ?? checksum) !== checksum),
    ),
    oldestVersion: bounds.includes(null) ? null : newest(bounds),
  };
  return { ...found, problem: problemOf(found, migrations.at(-1)?.name ?? "") };
}

function problemOf(found: Omit<SchemaStatus, "problem">, version: string): string | null {
  const { failed, changed, newer, pending, oldestVersion } = found;
  if (failed.length > 0) {
    return (
      `Migration ${failed[0]} failed half-way in this database: ` +
      "restore a backup, or repair by hand and delete its row from _prisma_migrations."
    );
  }
  if (changed.length > 0) {
    return `Migration ${changed[0]} was changed after it was applied: restore its file.`;
  }
  if (newer.length === 0) return null;
  const unknown = `The database has migration ${newer.at(-1)}, which this version does not know`;
  if (oldestVersion === null) return `${unknown}: run the newer version.`;
  if (version < oldestVersion) {
    return (
      `${unknown}, and which needs a version that has migration ${oldestVersion}: run such a version, ` +
      "or restore a backup that was made before the upgrade."
    );
  }
  if (pending.length > 0) {
    return `${unknown}, and lacks ${pending.join(", ")}: run a version that has all of them.`;
  }
  return null;
}

/**
 * The oldest version that must be able to run once these migrations are applied: the version of the previous
 * deployment. An interrupted deployment does not count.
 */
export function versionBefore(rows: readonly AppliedMigration[], migrations: readonly Migration[]): string {
  const last = rows.at(-1);
  if (!last) return migrations[0]?.name ?? "";
  const isComplete = last.version === null || rows.some(({ name }) => name === last.version);
  return isComplete ? last.name : (last.oldestVersion ?? last.name);
}

export function newest(names: readonly (string | null)[]): string | null {
  return names.reduce(
    (latest, name) => (latest === null || (name !== null && name > latest) ? name : latest),
    null,
  );
}
