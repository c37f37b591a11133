import pg from "pg";
import { directDatabaseUrl } from "../platform/env.ts";
import type { Prisma } from "./index.ts";

const timeoutMs = 10 * 60_000;

/**
 * Runs a query that may take minutes, in a read-only transaction on a separate connection, so that requests keep all
 * connections of the pool.
 */
export async function readLong<T>({ text, values }: Prisma.Sql): Promise<T[]> {
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: "photos-long-read",
    connectionTimeoutMillis: 10_000,
    query_timeout: timeoutMs,
  });
  // Without a listener, a lost connection would crash the process; the statement fails anyway.
  client.on("error", () => {});
  await client.connect();
  try {
    // Set in the transaction, because a pooler rejects it as a connection parameter.
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}`);
    const { rows } = await client.query(text, values);
    return rows;
  } finally {
    await client.end();
  }
}
