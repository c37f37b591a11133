import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { applyMigration, type LockWait } from "./migrations/apply.ts";
import { type Migration, migrationsFolder, readMigrations } from "./migrations/files.ts";
import { newest, readApplied, type SchemaStatus, statusOf, versionBefore } from "./migrations/state.ts";

/** Any constant will do, so long as nothing else in the database takes the same advisory lock. */
export const migrationLockKey = 7_405_281;
const lockPollMs = 100;
const usualLockWait: LockWait = { timeoutMs: 1_500, giveUpMs: 5 * 60_000 };

interface Options {
  /** Gets what the operator should know, a line at a time. */
  report?: (line: string) => void;
  folder?: string;
  /** The last one that is applied, for a database that is restored from an older version. */
  through?: string | undefined;
  lockWait?: LockWait;
}

/**
 * Applies every migration the database lacks, in order, each entirely or not at all, and returns their names.
 * Processes that start at once wait for each other; a database that is up to date costs a few small queries.
 * Migrations of a newer version are accepted when they were deployed with this one in mind. Throws when a migration
 * fails, and when this version cannot run on what the database has.
 */
export async function deployMigrations(
  url: string,
  { report = () => {}, folder = migrationsFolder, through, lockWait = usualLockWait }: Options = {},
): Promise<string[]> {
  const all = await readMigrations(folder);
  const migrations = through === undefined ? all : all.filter(({ name }) => name <= through);
  return inTurn(url, async (client, requireTurn) => {
    const rows = await readApplied(client);
    const status = statusOf(rows, migrations);
    requireRunnable(status, report);
    const pending = migrations.filter(({ name }) => status.pending.includes(name));
    const before = versionBefore(rows, migrations);
    const version = migrations.at(-1)?.name ?? "";
    for (const [index, migration] of pending.entries()) {
      const oldestVersion = oldestAfter(before, pending.slice(0, index + 1));
      if (rows.length > 0 && migration.compatibleWith && before < migration.compatibleWith) {
        report(
          `Migration ${migration.name} ends versions before ${migration.compatibleWith}: ` +
            "they cannot run from here on, and going back needs a backup.",
        );
      }
      await requireTurn();
      await applyMigration(client, migration, { version, oldestVersion, lockWait, report });
    }
    return status.pending;
  });
}

/** What the database has and lacks, as this version sees it. Changes nothing. */
export async function readSchemaStatus(url: string, folder = migrationsFolder): Promise<SchemaStatus> {
  const migrations = await readMigrations(folder);
  return withClient(url, async (client) => statusOf(await readApplied(client), migrations));
}

/** For starts that leave deploying to the operator: throws what `deployMigrations` would, and when it had work. */
export async function requireMigrations(
  url: string,
  { report = () => {}, folder = migrationsFolder }: Pick<Options, "report" | "folder"> = {},
): Promise<void> {
  const status = await readSchemaStatus(url, folder);
  requireRunnable(status, report);
  if (status.pending.length > 0) {
    throw new Error(
      `The database lacks ${status.pending.join(", ")}: run npm run migrate -- deploy, ` +
        "or unset MIGRATE_ON_START so that the start does.",
    );
  }
}

function requireRunnable({ problem, newer }: SchemaStatus, report: (line: string) => void): void {
  if (problem !== null) throw new Error(problem);
  if (newer.length > 0) {
    report(`The database is that of a newer version (${newer.join(", ")}), and this version can run on it.`);
  }
}

function oldestAfter(before: string, applied: readonly Migration[]): string {
  return newest([before, ...applied.map(({ compatibleWith }) => compatibleWith)]) ?? before;
}

type Use<T> = (client: pg.Client, requireTurn: () => Promise<unknown>) => Promise<T>;

/**
 * One process at a time. The lock is held by an open transaction of a connection of its own, so that it is good behind
 * a pooler too, and a process that dies lets go by itself. `requireTurn` throws once it is lost.
 */
async function inTurn<T>(url: string, use: Use<T>): Promise<T> {
  return withClient(url, async (holder) => {
    await waitForTurn(holder);
    const result = await withClient(url, (client) => use(client, () => holder.query("SELECT 1")));
    await holder.query("ROLLBACK");
    return result;
  });
}

/**
 * Asked for again and again, each time in a transaction of its own: an index that is built concurrently waits for the end
 * of all transactions whose statements it met. The one that has the lock sends none meanwhile.
 */
async function waitForTurn(holder: pg.Client): Promise<void> {
  for (;;) {
    await holder.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await holder.query("SELECT pg_try_advisory_xact_lock($1) AS got", [migrationLockKey]);
    if (rows[0].got) return;
    await holder.query("ROLLBACK");
    await delay(lockPollMs);
  }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The next statement reports a connection that ended while it was idle.
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
