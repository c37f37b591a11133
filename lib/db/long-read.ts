import pg from "pg";
import { directDatabaseUrl } from "../platform/env.ts";
import type { Prisma } from "./index.ts";

const timeoutMs = 10 * 60_000;

/**
 * Runs a read that may take minutes, over a connection of its own: it keeps none from the calls. Its transaction sees
 * one moment and writes nothing.
 */
export async function readLong<T>({ text, values }: Prisma.Sql): Promise<T[]> {
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: "photos-long-read",
    connectionTimeoutMillis: 10_000,
    query_timeout: timeoutMs,
  });
  // The statement reports a connection that ended.
  client.on("error", () => {});
  await client.connect();
  try {
    // In the transaction: a pooler refuses such a setting of a connection.
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}`);
    const { rows } = await client.query(text, values);
    return rows;
  } finally {
    await client.end();
  }
}
