import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "./client.ts";
import { applyMigration, type LockWait } from "./migrations/apply.ts";
import { migrationsFolder, readMigrations } from "./migrations/files.ts";
import { readApplied, type SchemaStatus, statusOf } from "./migrations/state.ts";

/** An arbitrary constant that no other advisory lock in the database uses. */
export const migrationLockKey = 7_405_281;
const lockPollMs = 100;
const usualLockWait: LockWait = { timeoutMs: 1_500, giveUpMs: 5 * 60_000 };

interface Options {
  /** Receives messages for the operator, one line per call. */
  report?: (line: string) => void;
  folder?: string;
  /** Name of the last migration to apply, for a database that is restored from an older version. */
  through?: string | undefined;
  lockWait?: LockWait;
}

/**
 * Applies all pending migrations in order, each entirely or not at all, and returns their names. Concurrent calls
 * wait for each other. Throws when a migration fails, or when a newer version has migrated the database.
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
    requireRunnable(status);
    const pending = migrations.filter(({ name }) => status.pending.includes(name));
    for (const migration of pending) {
      await requireTurn();
      await applyMigration(client, migration, { lockWait, report });
    }
    return status.pending;
  });
}

/** Returns which migrations of this version are applied or pending. Changes nothing. */
export async function readSchemaStatus(url: string, folder = migrationsFolder): Promise<SchemaStatus> {
  const migrations = await readMigrations(folder);
  return withClient(url, async (client) => statusOf(await readApplied(client), migrations));
}

/** For starts that apply no migrations: throws if the schema is incompatible or migrations are pending. */
export async function requireMigrations(
  url: string,
  { folder = migrationsFolder }: Pick<Options, "folder"> = {},
): Promise<void> {
  const status = await readSchemaStatus(url, folder);
  requireRunnable(status);
  if (status.pending.length > 0) {
    throw new Error(
      `The database lacks ${status.pending.join(", ")}: run npm run migrate -- deploy, ` +
        "or unset MIGRATE_ON_START so that the start does.",
    );
  }
}

function requireRunnable({ problem }: SchemaStatus): void {
  if (problem !== null) throw new Error(problem);
}

type Use<T> = (client: pg.Client, requireTurn: () => Promise<unknown>) => Promise<T>;

/**
 * Calls `use` in one process at a time. An open transaction on a separate connection holds the lock, so that it also
 * works behind a pooler and is released when the process dies. `requireTurn` throws once the lock is lost.
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
 * Polls for the lock, each time in a new transaction, instead of blocking: `CREATE INDEX CONCURRENTLY` waits for the
 * end of every transaction with a running statement. The holder's own transaction is idle while a migration runs.
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
