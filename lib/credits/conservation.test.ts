import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { queue } from "../queue/boss.ts";
import { chargeOne, onePhoto } from "../testing/credits/charge-one.ts";
import { auditCredits } from "./audit.ts";
import { moveCredits } from "./move.ts";
import { completeCharge, refundCharge } from "./resolve.ts";

await useDatabase();

const samples = 50;
const laneCount = 8;

test("ledger and balances agree at every moment under load", async () => {
  tried("conservation", samples);
  const userIds = await Promise.all(
    Array.from({ length: 4 }, async () => (await makeAccount({ monthly: 50, topup: 50 })).userId),
  );
  // Otherwise the first charge would start it while samples are taken.
  await queue();
  let isOver = false;
  const moves = Array.from({ length: laneCount }, () => 0);
  const lanes = moves.map((_, lane) => live(lane));
  const findings: unknown[] = [];
  // Samples until every lane has made at least two moves.
  for (let sample = 0; sample < samples || moves.some((count) => count < 2); sample += 1) {
    findings.push(...(await auditCredits()).findings);
  }
  isOver = true;
  await Promise.all(lanes);
  expect(findings).toEqual([]);
  expect((await auditCredits()).findings).toEqual([]);

  async function live(lane: number): Promise<void> {
    const random = seededRandom(lane + 1);
    for (; !isOver; moves[lane] = (moves[lane] ?? 0) + 1) {
      const userId = pick(random, userIds);
      const work = onePhoto(userId);
      const { id } = work;
      await chargeOne(work, 1 + Math.floor(random() * 9));
      if (random() < 0.5) await refundCharge(id, "generation_failed");
      else await completeCharge(id, { url: "y", publicId: null });
      const change = pick(random, [{ monthly: { set: 40 } }, { topup: { add: 9 } }, { topup: { add: -7 } }]);
      if (random() < 0.3)
        await moveCredits({ userId, kind: "adjustment", reference: newId("row"), ...change });
    }
  }
});
