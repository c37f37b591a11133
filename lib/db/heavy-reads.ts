import { ApiError } from "../platform/errors.ts";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { processSlot } from "../platform/process-slot.ts";
import { getRequest } from "../platform/requests.ts";

/**
 * Limits reads whose cost grows with an account's stored data: search, groups of products, lookups of equal work,
 * usage, results of a batch. Fewer than the connections shared by accounts, so that light calls always find one.
 */
const heavyReads = { atOnce: 3, atOncePerCaller: 2, maxWaitingPerCaller: 6, longestWaitMs: 8_000 };

const limiter = processSlot("heavy-reads", (): FairLimiter => limitFairly(heavyReads));

/**
 * Runs a heavy read in its account's turn; a read whose client disconnected leaves the queue. Throws ApiError
 * rate_limited when too many reads of the account wait.
 */
export async function readHeavily<T>(userId: string, read: () => Promise<T>): Promise<T> {
  const signal = getRequest()?.signal;
  try {
    return await limiter().run(userId, read, signal);
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
    throw new ApiError("overloaded", "The call ended before its turn came.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}
