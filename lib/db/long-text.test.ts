import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "#lib/testing/characters.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { useDatabase } from "../testing/database.ts";
import { db, type Prisma, type Queryable, sql } from "./index.ts";
import { runWithLongText } from "./long-text.ts";

await useDatabase();

async function readText(text: Prisma.Sql, on: Queryable): Promise<string> {
  const [row] = await on.$queryRaw<{ text: string }[]>(sql`SELECT ${text} AS text`);
  return row?.text ?? "";
}

test("a text of any length and content arrives complete", async () => {
  const piece = fc
    .record({
      unit: fc.string({ unit: anyCharacter, minLength: 1 }).map((text) => text.replaceAll("\0", "0")),
      times: fc.integer({ min: 1, max: 20_000 }),
    })
    .map(({ unit, times }) => unit.repeat(times));
  const texts = fc.array(piece, { maxLength: 8, size: "max" });
  await fc.assert(
    fc.asyncProperty(texts, async (pieces) => {
      expect(await runWithLongText(pieces, readText)).toBe(pieces.join(""));
    }),
    { numRuns: runsOf(20, 5) },
  );
});

test("a text sent in a transaction replaces the previous one, and neither outlives the transaction", async () => {
  const texts = ["a", "b"].map((letter) => Array.from({ length: 4 }, () => letter.repeat(50_000)));
  const read = await db().$transaction(async (tx) => {
    const first = await runWithLongText(texts[0] ?? [], readText, tx);
    return [first, await runWithLongText(texts[1]?.slice(1) ?? [], readText, tx)];
  });
  expect(read).toEqual(["a".repeat(200_000), "b".repeat(150_000)]);
  const left = await Promise.all(
    Array.from({ length: 20 }, () =>
      readText(sql`coalesce(current_setting('photos.text_0', true), '')`, db()),
    ),
  );
  expect(left.join("")).toBe("");
});
