import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { photo } from "#lib/generations/kinds/photo.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import type { TestAnswer } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { runsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers();

const runs = runsOf(60, 8);

/** The request body decides the outcome of its work. */
const says = ["one", "two", "fail", "refuse"] as const;
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      key: fc.constantFrom("a", "b"),
      say: fc.constantFrom(...says),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("finish" as const), which: fc.nat(4) }) },
);

test("concurrent requests with one key run its work once and get the same response", async () => {
  tried("idempotency", runs);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { key, userId } = await makeAccount({ monthly: 100 });
      const waiting: (() => void)[] = [];
      const begun: string[] = [];
      let begins = Promise.withResolvers<void>();
      let isOver = false;
      const handler = paidEndpoint(3, async (say) => {
        begun.push(say);
        begins.resolve();
        if (!isOver) await new Promise<void>((resolve) => waiting.push(resolve));
        if (say === "fail") throw new Error("no photo");
        return { url: `https://example.com/${begun.length}.jpg`, publicId: null };
      });
      vi.spyOn(photo, "check").mockImplementation(async ({ imageUrl }) => {
        if (imageUrl === "refuse") throw new ApiError("overloaded", "busy", { retryAfterSeconds: 1 });
        return { imageUrl, sourcePublicId: null };
      });
      const sent: { key: string; say: string; answer: Promise<TestAnswer> }[] = [];
      for (const one of steps) {
        if (one.do === "send") {
          begins = Promise.withResolvers();
          const headers = { "idempotency-key": one.key };
          const answer = callPaid(handler, { key, json: { say: one.say }, headers });
          sent.push({ key: one.key, say: one.say, answer });
          // Some requests arrive together, some while the first one runs.
          if (steps.length % 2) await Promise.race([answer, begins.promise]);
        } else {
          waiting.splice(one.which % Math.max(1, waiting.length), 1)[0]?.();
          await new Promise(setImmediate);
        }
      }
      isOver = true;
      const release = setInterval(() => waiting.splice(0).forEach((go) => void go()), 1);
      const answers = await Promise.all(sent.map(async (one) => ({ ...one, answer: await one.answer })));
      clearInterval(release);
      let kept = 0;
      for (const name of ["a", "b"]) {
        const own = answers.filter((one) => one.key === name);
        const final = own.filter(({ answer }) => answer.status === 200 || answer.status === 502);
        expect(new Set(final.map(({ answer }) => JSON.stringify(answer.body))).size).toBeLessThanOrEqual(1);
        expect(new Set(final.map(({ say }) => say)).size).toBeLessThanOrEqual(1);
        expect(final.filter(({ answer }) => !answer.headers.has("idempotency-replayed")).length).toBe(
          final.length && 1,
        );
        if (final.some(({ answer }) => answer.status === 200)) kept += 1;
        for (const { answer } of own) expect([200, 409, 422, 502, 503]).toContain(answer.status);
      }
      const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
      expect(monthly).toBe(100 - 3 * kept);
    }),
    { numRuns: runs },
  );
  expect((await auditCredits()).findings).toEqual([]);
});
