import type { ClientBase } from "pg";
import { whileAway } from "../platform/calls.ts";
import { directDatabaseUrl } from "../platform/env.ts";
import { ApiError } from "../platform/errors.ts";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { getRequest } from "../platform/requests.ts";
import { withClient } from "./client.ts";
import type { Prisma } from "./index.ts";

/**
 * Limits reads whose cost grows with an account's stored data: search, groups of products, lookups of equal work,
 * usage, results of a batch. They keep no slot among the calls, so that light calls do not wait for them.
 */
const heavyReads = { atOnce: 3, atOncePerCaller: 2, maxWaitingPerCaller: 6, longestWaitMs: 8_000 };

const limiter: FairLimiter = limitFairly(heavyReads);

/**
 * Runs a heavy read in its account's turn; a read whose client disconnected leaves the queue. Throws ApiError
 * rate_limited when too many reads of the account wait.
 */
export async function readHeavily<T>(userId: string, read: () => Promise<T>): Promise<T> {
  const signal = getRequest()?.signal;
  try {
    return await whileAway(() => limiter.run(userId, read, signal));
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
    throw new ApiError("overloaded", "The call ended before its turn came.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}

const longReadTimeoutMs = 10 * 60_000;

/**
 * Runs a query that may take minutes, in a read-only transaction on a separate connection, so that requests keep all
 * connections of the pool.
 */
export async function readLong<T>({ text, values }: Prisma.Sql): Promise<T[]> {
  const read = async (client: ClientBase): Promise<T[]> => {
    // Set in the transaction, because a pooler rejects it as a connection parameter.
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${longReadTimeoutMs}`);
    const { rows } = await client.query(text, values);
    return rows;
  };
  const options = { application_name: "photos-long-read", query_timeout: longReadTimeoutMs };
  return await withClient(directDatabaseUrl(), read, options);
}
