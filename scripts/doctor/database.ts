import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { findLiveWorkers } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { hasUnknownSecret } from "#lib/db/installation-secrets.ts";
import { readSchemaStatus } from "#lib/db/migrate.ts";
import { DataDirError, explainFileError } from "#lib/platform/data-dir.ts";
import { env } from "#lib/platform/env.ts";
import { requireRecordedPath } from "#lib/platform/installation.ts";
import { currentSecret } from "#lib/platform/secrets.ts";
import { type Finding, found, problemOf } from "./findings.ts";

const connectTimeoutMs = 5_000;
/** Maximum clock skew: heartbeats use the database's clock, signatures the clock of each machine. */
const mostSkewSeconds = 5;

/** Checks that the database accepts this machine and that their clocks agree. */
export async function checkConnection(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const askedAtMs = Date.now();
    const { rows } = await client.query<{ ms: number }>(
      "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms",
    );
    return skewOf("the database", rows[0]?.ms ?? askedAtMs, (askedAtMs + Date.now()) / 2);
  } catch (error) {
    return [describeRefusal(error, url)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function skewOf(what: string, theirMs: number, ownMs = Date.now()): Finding[] {
  const seconds = Math.round(Math.abs(theirMs - ownMs) / 1000);
  return seconds > mostSkewSeconds ? [found("clock_skewed", { what, seconds })] : [];
}

function describeRefusal(error: unknown, url: string): Finding {
  const address = URL.canParse(url) ? new URL(url).host || "a local socket" : "DATABASE_URL";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("28")) return found("database_refused", { address });
  if (code === "3D000") return found("database_unknown", { address });
  return found("database_unreachable", { address, problem: problemOf(error) });
}

/** Why the embedded database of this data directory does not run. */
export function describeStopped(dataDir: string): Finding {
  try {
    requireRecordedPath(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirError)) throw error;
    return found("data_dir_moved", { problem: error.sentence, fix: error.fix });
  }
  return found("database_not_running", { dataDir });
}

export async function checkMigrations(url: string): Promise<Finding[]> {
  const { pending, problem } = await readSchemaStatus(url);
  if (problem !== null) return [found("migrations_unusable", { problem })];
  if (pending.length === 0) return [];
  return [found("migrations_pending", { count: pending.length, last: pending.at(-1) ?? "" })];
}

/** `isEmbedded`: the database is that of this data directory, so only this machine needs its secret. */
export async function checkSecrets(isEmbedded: boolean): Promise<Finding[]> {
  const { AUTH_SECRET, DATA_DIR: dataDir } = env();
  const isSet = AUTH_SECRET !== undefined;
  const missing = isSet || isEmbedded ? [] : [found("secret_missing", { dataDir })];
  // Without the file a new secret would be generated here, which this database cannot have been used with.
  const hasSecret = isSet || existsSync(path.join(dataDir, "secrets.json"));
  try {
    if (hasSecret) currentSecret();
  } catch (error) {
    const damage = explainFileError(error, dataDir);
    if (!(damage instanceof DataDirError)) throw error;
    return [found("secrets_damaged", { problem: damage.sentence, fix: damage.fix })];
  }
  return (await hasUnknownSecret(hasSecret)) ? [found("secret_changed")] : missing;
}

export async function checkWorkers(): Promise<Finding[]> {
  return (await findLiveWorkers()).length === 0 ? [found("worker_missing")] : [];
}

export async function checkLedgers(): Promise<Finding[]> {
  const audit = await db().creditAudit.findFirst();
  return audit && audit.problems > 0 ? [found("ledger_problems", { count: audit.problems })] : [];
}
