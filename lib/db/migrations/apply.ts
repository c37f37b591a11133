import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Migration } from "./files.ts";

/** The table of Prisma's own tools. */
const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

export interface LockWait {
  /**
   * While a statement waits for its lock, all other statements on that table wait behind it: must be shorter than
   * their timeout.
   */
  timeoutMs: number;
  giveUpMs: number;
}

const longestPauseMs = 10_000;
/** SQLSTATE of a lock timeout and of a deadlock. */
const lockProblems = ["55P03", "40P01"];

interface Plan {
  lockWait: LockWait;
  report: (line: string) => void;
}

/**
 * Applies a migration, entirely or not at all. When it gets no locks, it lets other statements pass and retries;
 * throws without locks after `giveUpMs`, and when the migration fails.
 */
export async function applyMigration(client: pg.Client, migration: Migration, plan: Plan): Promise<void> {
  const { name, isTransaction } = migration;
  const { lockWait, report } = plan;
  const kept = isTransaction
    ? "nothing of it was kept"
    : "it may be there in part: the next deployment repeats it from its beginning";
  const giveUpAtMs = performance.now() + lockWait.giveUpMs;
  for (let pauseMs = Math.min(1_000, lockWait.timeoutMs); ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await (isTransaction ? applyAtOnce : applyOneByOne)(client, migration, plan);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const isLocked = cause instanceof pg.DatabaseError && lockProblems.includes(cause.code ?? "");
      if (!isLocked) throw new Error(`Migration ${name} failed, and ${kept}: ${reason}`, { cause });
      const holder = await findOldestTransaction(client);
      if (performance.now() + pauseMs > giveUpAtMs) {
        throw new Error(
          `Migration ${name} did not get its locks, and ${kept}. ${holder} End what holds them, then deploy again.`,
          { cause },
        );
      }
      report(`Migration ${name} waits for a lock. ${holder}`);
    }
    await delay(pauseMs);
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration, plan: Plan): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(
      `SET LOCAL lock_timeout = ${plan.lockWait.timeoutMs}; SET LOCAL statement_timeout = 0`,
    );
    await client.query(migrationsTable);
    await client.query(migration.script);
    await note(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** The statements of a script: semicolons in comments, literals and function bodies do not end one. */
const statements =
  /(?:--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g;

/** Building an index concurrently waits for old transactions but blocks no other statement, so it has no timeout. */
async function applyOneByOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("SET lock_timeout = 0; SET statement_timeout = 0");
  await client.query(migrationsTable);
  for (const statement of migration.script.match(statements) ?? []) await client.query(statement);
  await note(client, migration);
}

async function note(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/**
 * Describes the probable lock holder: after the wait PostgreSQL no longer reports the lock, but the oldest
 * transaction is nearly always its holder.
 */
async function findOldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number; statement: string }>(
    `SELECT pid, COALESCE(NULLIF(application_name, ''), backend_type) AS name,
            round(extract(epoch FROM clock_timestamp() - xact_start))::int AS seconds,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 100) AS statement
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  if (!oldest) return "Its holder has ended meanwhile.";
  const { pid, name, seconds, statement } = oldest;
  return `The oldest open transaction is ${seconds} s old: process ${pid} (${name}), last statement: ${statement}`;
}
