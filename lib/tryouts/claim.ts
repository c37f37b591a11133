import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { deleteInPortions } from "../db/portions.ts";
import { requireActive } from "../installation/standby.ts";
import { networkOf } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { keyedHash } from "../platform/secrets.ts";

/** Photos that visitors at one client address may make in a day without an account. */
export const tryoutsPerAddress = 3;
/** Requests that one address may send for them in a day, pictures that cannot be used included. */
const requestsPerAddress = 12;

/** One network has at most this part of the photos of all visitors in an hour: others find some left. */
const networkShare = 1 / 4;

/** By this a visitor is counted and queued: neither address nor network can be read from it. */
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

/** Photos that visitors of one network may make in an hour. */
export function tryoutsPerNetwork(): number {
  return Math.max(tryoutsPerAddress, Math.ceil(env().TRYOUTS_PER_HOUR * networkShare));
}

/**
 * Counts a photo before it is made, over all processes and at whatever number of them at once. Answers the claim's
 * id. Throws ApiError rate_limited for an address or a network that had its photos, overloaded when all visitors
 * together had.
 */
export async function claimTryout({ addressHash, networkHash }: Visitor): Promise<string> {
  await requireActive();
  return await db().$transaction(async (tx) => {
    // Of several at the same moment, each must see those before it.
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

/** No photo came of it, though it was looked at: another may be tried in its place. */
export async function spoilTryout(id: string): Promise<void> {
  await db().tryout.updateMany({ where: { id }, data: { isSpoiled: true } });
}

/** Its turn never came. */
export async function dropTryout(id: string): Promise<void> {
  await db().tryout.deleteMany({ where: { id } });
}

/** Forgets what no longer counts. */
export async function purgeTryouts(): Promise<void> {
  await deleteInPortions(
    "tryout",
    sql`t.created_at < now() - ${retention.tryouts.days}::int * interval '1 day'`,
  );
}
