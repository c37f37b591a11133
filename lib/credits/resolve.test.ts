import { expect, test } from "vitest";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { refundExpired } from "#lib/generations/run/refund-expired.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { rowsOf, runsOf } from "#lib/testing/trials.ts";
import { auditCredits } from "./audit.ts";
import { completeCharge, refundCharge } from "./resolve.ts";

await useDatabase();

const seeds = runsOf(100, 4);
const lanes = 8;
// Each completes with a distinct result: completing with the same result again returns the first resolution.
const ways = {
  complete: async (id: string) =>
    (await completeCharge(id, { url: `https://example.com/${newId("row")}`, publicId: null })) !== null,
  refund: (id: string) => refundCharge(id, "generation_failed"),
  expire: async (_id: string) => {
    await refundExpired();
    return null;
  },
};
type Way = keyof typeof ways;

const pairs: [Way, Way][] = [
  ["complete", "complete"],
  ["refund", "refund"],
  ["complete", "refund"],
  ["refund", "complete"],
  ["complete", "expire"],
  ["expire", "complete"],
  ["refund", "expire"],
  ["expire", "expire"],
];

/** Resolves a charge per seed in two ways concurrently; expects that one of them did, and that the credits add up. */
async function raceResolutions(pair: [Way, Way]): Promise<void> {
  await sendHeartbeat();
  const queue = Array.from({ length: seeds }, (_, index) => index + 1);
  await Promise.all(
    Array.from({ length: Math.min(lanes, seeds) }, async () => {
      const { userId } = await makeAccount({ monthly: 400, topup: 3 * seeds });
      let spent = 0;
      for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
        if ((await race(userId, pair, seed)) === "succeeded") spent += 3;
      }
      const left = await db().balance.findUniqueOrThrow({ where: { userId } });
      expect(left.monthly + left.topup).toBe(400 + 3 * seeds - spent);
    }),
  );
  expect((await auditCredits()).findings).toEqual([]);
}

/** Opens a charge and resolves it in two ways concurrently; returns the final status. */
async function race(userId: string, pair: [Way, Way], seed: number): Promise<string> {
  const random = seededRandom(seed);
  const id = newId("gen");
  const isOver = pair.includes("expire");
  const work = { id, userId, apiKeyId: null, operation: "generate", imageUrl: "x" } as const;
  expect(await chargeOne({ ...work, timeoutMs: isOver ? 0 : 600_000 }, 3)).not.toBeNull();
  const outcomes = await Promise.all(
    pair.map(async (way) => {
      // Waits turns of the event loop instead of time, so that only the seed decides the order.
      for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) await new Promise(setImmediate);
      return ways[way](id);
    }),
  );
  // Late attempts, after the charge is resolved.
  outcomes.push(await ways.complete(id), await ways.refund(id));
  const { status } = await db().generation.findUniqueOrThrow({ where: { id } });
  const refunds = await db().ledgerEntry.count({ where: { reference: `refund:${id}` } });
  const wins = outcomes.filter(Boolean).length;
  expect([seed, status === "running", refunds]).toEqual([seed, false, status === "failed" ? 1 : 0]);
  // If the charge had expired, the sweep of another lane may have resolved it first.
  if (isOver) expect(wins, `seed ${seed}`).toBeLessThanOrEqual(1);
  else expect(wins, `seed ${seed}`).toBe(1);
  return status;
}

// In the fast tier a settle with a refund, in both orders, and with the sweep.
test.each(rowsOf(pairs, pairs.slice(2, 5)))(
  "concurrent %s and %s resolve a charge once, and later attempts do nothing",
  async (...pair) => {
    tried("resolve-once", seeds);
    await raceResolutions(pair);
  },
);
