import { db, sql } from "../db/index.ts";
import { networkOf } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { keyedHash } from "../platform/secrets.ts";

/** Photos per day and client address for visitors without an account. */
export const tryoutsPerAddress = 3;
/** Requests per day and client address, including those whose picture was rejected. */
const requestsPerAddress = 12;

/** Share of the hourly limit of all visitors that one network may use, so that it cannot exhaust the limit. */
const networkShare = 1 / 4;

/** Identifies a visitor in counts and queues by keyed hashes, which do not reveal address or network. */
export interface Visitor {
  addressHash: string;
  networkHash: string;
}

export function visitorOf(clientAddress: string): Visitor {
  return {
    addressHash: keyedHash("tryout address", clientAddress),
    networkHash: keyedHash("tryout network", networkOf(clientAddress)),
  };
}

/** Photos per hour for the visitors of one network. */
export function tryoutsPerNetwork(): number {
  return Math.max(tryoutsPerAddress, Math.ceil(env().TRYOUTS_PER_HOUR * networkShare));
}

/**
 * Counts a photo before it is made, over all processes, and returns the claim's id. Throws ApiError rate_limited at
 * the limit of the address or network, overloaded at that of all visitors.
 */
export async function claimTryout({ addressHash, networkHash }: Visitor): Promise<string> {
  return await db().$transaction(async (tx) => {
    // Serializes concurrent claims, so that each counts those before it.
    await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended('tryout', 0))`);
    const [counted] = await tx.$queryRaw<
      { made: number; sent: number; ofNetwork: number; ofAll: number }[]
    >(sql`
      SELECT count(*) FILTER (WHERE address_hash = ${addressHash} AND NOT is_spoiled)::int AS made,
             count(*) FILTER (WHERE address_hash = ${addressHash})::int AS sent,
             count(*) FILTER (
               WHERE network_hash = ${networkHash} AND created_at > now() - interval '1 hour'
             )::int AS "ofNetwork",
             count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS "ofAll"
      FROM tryout WHERE created_at > now() - interval '1 day'`);
    const { made = 0, sent = 0, ofNetwork = 0, ofAll = 0 } = counted ?? {};
    if (made >= tryoutsPerAddress || sent >= requestsPerAddress) {
      throw refusal(because("tryouts_used_up"), { retryAfterSeconds: 24 * 60 * 60 });
    }
    if (ofNetwork >= tryoutsPerNetwork()) {
      throw refusal(because("tryouts_of_network_used_up"), { retryAfterSeconds: 60 * 60 });
    }
    if (ofAll >= env().TRYOUTS_PER_HOUR) {
      throw new ApiError("overloaded", "Many people are trying the studio right now.", {
        retryAfterSeconds: 10 * 60,
      });
    }
    const { id } = await tx.tryout.create({ data: { addressHash, networkHash }, select: { id: true } });
    return id;
  });
}

/** For a tryout that failed after it began, or by its input: it counts as a request, but not as a photo. */
export async function spoilTryout(id: string): Promise<void> {
  await db().tryout.updateMany({ where: { id }, data: { isSpoiled: true } });
}

/** For a tryout that never began: it no longer counts. */
export async function dropTryout(id: string): Promise<void> {
  await db().tryout.deleteMany({ where: { id } });
}
