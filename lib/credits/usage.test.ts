import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refundCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { finishOne, startOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { toCsvRow } from "../platform/csv.ts";
import { readLedger } from "./ledger.ts";
import { ledgerCsv } from "./ledger-csv.ts";
import { readUsage } from "./usage.ts";

await useDatabase();

type Outcome = "kept" | "refunded";

async function work(
  userId: string,
  apiKeyId: string | null,
  cost: number,
  part: object,
  outcome: Outcome = "kept",
) {
  if (outcome === "kept") return finishOne(userId, cost, { apiKeyId, ...part });
  const id = await startOne(userId, cost, { apiKeyId, ...part });
  await refundCharge(id, "generation_failed");
  return id;
}

describe("the summary", () => {
  test("adds up spent credits by day, style and key, and counts refunded work only as failures", async () => {
    const { userId, keyId } = await makeAccount({ monthly: 100 });
    const { userId: stranger } = await makeAccount();
    await work(userId, keyId, 4, { style: "luxury" });
    await work(userId, null, 1, { style: "luxury" });
    await work(userId, keyId, 10, { operation: "remove_bg" });
    await work(userId, keyId, 2, { style: "studio" }, "refunded");
    await work(stranger, null, 4, { style: "amazon" });
    const usage = await readUsage(userId, 7);
    expect(usage.days).toHaveLength(7);
    expect(usage.days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      credits: { studio: 0, amazon: 0, luxury: 5, lifestyle: 0, cutout: 10 },
      total: 15,
    });
    expect(usage.credits).toBe(15);
    expect(usage.series.luxury).toEqual({ pieces: 2, credits: 5 });
    expect(usage.keys).toEqual([
      { keyId, name: "test", pieces: 2, credits: 14, failed: 1 },
      { keyId: null, name: null, pieces: 1, credits: 1, failed: 0 },
    ]);
    expect(usage.failures).toEqual([{ code: "generation_failed", count: 1, refunded: 2 }]);
  });

  test("adds up finished photos by scene, the most expensive first", async () => {
    const { userId } = await makeAccount({ monthly: 100 });
    const scene = (id: string) => ({ style: "lifestyle", scene: id });
    await work(userId, null, 2, scene("podium"));
    await work(userId, null, 1, scene("garage"));
    await work(userId, null, 2, scene("garage"));
    await work(userId, null, 4, scene("moss-forest"), "refunded");
    await work(userId, null, 4, { style: "lifestyle" });
    expect((await readUsage(userId, 7)).scenes).toEqual([
      { id: "garage", pieces: 2, credits: 3 },
      { id: "podium", pieces: 1, credits: 2 },
    ]);
  });

  test("covers whole days in UTC and nothing before the first one", async () => {
    const { userId } = await makeAccount();
    const inside = await work(userId, null, 1, { style: "studio" });
    const outside = await work(userId, null, 1, { style: "studio" });
    const set = (id: string, at: string) =>
      db().generation.update({ where: { id }, data: { createdAt: at } });
    await set(inside, "2026-03-02T00:00:00.000Z");
    await set(outside, "2026-03-01T23:59:59.999Z");
    const { days, credits } = await readUsage(userId, 3, new Date("2026-03-04T10:00:00Z"));
    expect(days.map(({ day, total }) => [day, total])).toEqual([
      ["2026-03-02", 1],
      ["2026-03-03", 0],
      ["2026-03-04", 0],
    ]);
    expect(credits).toBe(1);
  });
});

describe("the ledger", () => {
  test("pages through every entry once, newest first, each with its work", async () => {
    const { userId, keyId } = await makeAccount({ monthly: 100 });
    const id = await work(userId, keyId, 2, { style: "studio", resolution: "2K" }, "refunded");
    const lines = [];
    for (let before: string | null = null; ; ) {
      const page = await readLedger(userId, { before, limit: 1 });
      if (page.length === 0) break;
      lines.push(...page);
      before = page[0]?.id ?? null;
    }
    expect(lines.map(({ kind }) => kind)).toEqual(["refund", "charge", "adjustment", "allowance"]);
    const behind = { id, operation: "generate", style: "studio", resolution: "2K", keyName: "test" };
    expect(lines.map(({ work }) => work)).toMatchObject([behind, behind, null, null]);
  });
});

describe("the CSV", () => {
  test("contains the whole ledger, and escapes a key name that is a formula", async () => {
    const { userId } = await makeAccount();
    const { info } = await createKey({ userId, name: '=HYPERLINK("http://evil.example","x")' });
    const id = await work(userId, info.id, 1, { style: "amazon", resolution: "1K" });
    const text = await new Response(ledgerCsv(userId) as ReadableStream<Uint8Array<ArrayBuffer>>).text();
    const rows = text.trimEnd().split("\r\n");
    expect(rows).toHaveLength(1 + 2);
    expect(rows[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,charge,-1,-1,0,399,0,generate,amazon,1K,/);
    expect(rows[1]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",${id}`);
  });

  test("never starts a text cell with a character that begins a formula, and loses no text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const row = toCsvRow([text]).slice(0, -2);
        const cell = row.startsWith('"') ? row.slice(1, -1).replaceAll('""', '"') : row;
        expect(cell).not.toMatch(/^\s*[=+\-@]/);
        expect([text, `'${text}`]).toContain(cell);
      }),
      { numRuns: runsOf(100, 30) },
    );
  });
});
