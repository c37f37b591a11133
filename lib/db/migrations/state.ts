import type { ClientBase } from "pg";
import type { Migration } from "./files.ts";

/** A row of _prisma_migrations. */
interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
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
   * Why this version cannot run on the database, with the fix; null when it can, after applying pending migrations.
   */
  problem: string | null;
}

/** The applied migrations, oldest first. */
export async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!table.rows[0].present) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

export function statusOf(rows: readonly AppliedMigration[], migrations: readonly Migration[]): SchemaStatus {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const applied = new Set(rows.map(({ name }) => name));
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const found = {
    applied: namesOf(rows.filter(({ name, isFinished }) => isFinished && known.has(name))),
    pending: namesOf(migrations.filter(({ name }) => !applied.has(name))),
    newer: namesOf(rows.filter(({ name }) => !known.has(name))),
    failed: namesOf(rows.filter(({ isFinished }) => !isFinished)),
    changed: namesOf(
      rows.filter(({ name, checksum }) => (known.get(name)?.checksum ?? checksum) !== checksum),
    ),
  };
  return { ...found, problem: problemOf(found) };
}

function problemOf({ failed, changed, newer }: Omit<SchemaStatus, "problem">): string | null {
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
  return (
    `The database has migration ${newer.at(-1)}, which this version does not know: run the newer version, ` +
    "or restore a backup that was made before the upgrade."
  );
}
