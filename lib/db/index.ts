import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter } from "@prisma/driver-adapter-utils";
import type { Pool, PoolConfig } from "pg";
import { waitingCalls } from "../platform/calls.ts";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { DatabaseGuard } from "./guard.ts";

const maxNamedStatements = 300;
const fewestTransactionMs = 15_000;
/** Bounds the memory of a connection: its cached plans and table descriptions are freed when it closes. */
export const connectionLifetimeSeconds = 30 * 60;
interface Client {
  open: PrismaClient;
  transactionMs: number;
}
interface Connected {
  client: Client | null;
  pool: Pool | null;
}

const connected = lazy((): Connected => ({ client: null, pool: null }));

/** A disconnected client, used again by the next `db()`: a new one compiles every query again. For test files. */
let spare: Client | null = null;

/** The database client of this process: one pool, which the calls of accounts use in turns (`platform/calls.ts`). */
export function db(): PrismaClient {
  const known = connected();
  known.client ??= makeClient();
  return known.client.open;
}

function makeClient(): Client {
  const { DATABASE_URL, DATABASE_TIMEOUT_MS } = env();
  if (!DATABASE_URL) {
    throw new Error(
      "DATABASE_URL is not set: start the service with `npm start`, which brings its own database.",
    );
  }
  const transactionMs = Math.max(fewestTransactionMs, 3 * DATABASE_TIMEOUT_MS);
  const known = spare;
  spare = null;
  if (known?.transactionMs === transactionMs) return known;
  const { provider, adapterName } = new PrismaPg({});
  const open = new PrismaClient({
    adapter: { provider, adapterName, connect },
    transactionOptions: { maxWait: transactionMs, timeout: transactionMs },
  });
  return { open, transactionMs };
}

async function connect(): Promise<SqlDriverAdapter> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS } = env();
  // Prisma's documented parameter for poolers that give every statement another connection.
  const keepsSession = !/[?&]pgbouncer=true(&|$)/.test(DATABASE_URL ?? "");
  const pool: PoolConfig = {
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: connectionLifetimeSeconds,
    keepAlive: true,
    // Waiting for a connection plus waiting for the response stay within the limit.
    connectionTimeoutMillis: 0.4 * DATABASE_TIMEOUT_MS,
    query_timeout: 0.6 * DATABASE_TIMEOUT_MS,
    // Slightly shorter, so that a responding database itself cancels a slow statement.
    ...(keepsSession && {
      statement_timeout: 0.55 * DATABASE_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 4 * DATABASE_TIMEOUT_MS,
    }),
  };
  const names = keepsSession ? { statementNameGenerator: statementNames() } : {};
  const adapter = await new PrismaPg(pool, names).connect();
  connected().pool = adapter.underlyingDriver();
  dropBrokenOff(adapter.underlyingDriver());
  return new DatabaseGuard().watch(adapter);
}

/**
 * Closes a connection that is returned in the middle of a transaction (its ROLLBACK got no response either): later
 * statements would run in that transaction and never be committed.
 */
function dropBrokenOff(pool: Pool): void {
  pool.on("release", (_error, client) => {
    const status = client.getTransactionStatus();
    if (status !== null && status !== "I") void client.end();
  });
}

/**
 * Names statements by their text, so that each connection plans a text only once. Only the first few hundred texts
 * get a name (an empty one means none): texts that vary with their input must not fill the database's memory.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql: text }) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= maxNamedStatements) return "";
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

export async function disconnectDb(): Promise<void> {
  const { client } = connected();
  connected.forget();
  await client?.open.$disconnect();
  spare = client;
}

/** Connections of this process, and what waits for one: statements, and calls for the turn of their account. */
export function poolState(): { used: number; idle: number; waiting: number } {
  const { pool } = connected();
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount + waitingCalls() };
}

export { Prisma };
export const sql = Prisma.sql;
/** Runs statements: the client, or an open transaction. */
export type Queryable = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;
