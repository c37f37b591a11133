import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useMadeResults } from "#lib/testing/generations/made-results.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { generatePhoto } from "../order/call.ts";
import { chooseVersions } from "./versions.ts";

await useDatabase();
useWorkers(2);

const results = useMadeResults();
const corrected = (rows: Parameters<typeof chooseVersions>[0], by: { userId: string }) =>
  chooseVersions(rows, { photos: "corrected" }, by);

async function makePhoto({ userId }: Account, own: object = {}) {
  const account = { tier: "pro", total: 100 } as const;
  const made = await generatePhoto(
    { imageUrl: results.imageUrl, style: "studio", title: "Mug", ...own },
    {
      userId,
      account,
      apiKeyId: null,
      idempotencyKey: null,
      startedAtMs: Date.now(),
      respondAsync: false,
      resumedId: null,
    },
  );
  if (!("generationId" in made)) throw new Error("the photo was not waited for");
  return db().generation.findUniqueOrThrow({ where: { id: made.generationId } });
}

test("a photo generated again with a corrected mask replaces the first, and gets its title", async () => {
  const account = await makeAccount();
  const first = [await makePhoto(account), await makePhoto(account, { prompt: "on marble" })];
  await makePhoto(account);
  expect(await corrected(first, account)).toEqual(first);
  await results.correctMask(account);
  await makePhoto(account, { title: "An earlier try" });
  await results.correctMask(account);
  const last = await makePhoto(account, { title: "Another name" });
  const [replaced, kept] = await corrected(first, account);
  expect(replaced).toMatchObject({ id: last.id, resultRef: last.resultRef, title: "Mug" });
  expect(kept).toEqual(first[1]);
});

test("neither different work nor another account's work replaces a photo", async () => {
  const [account, other] = [await makeAccount(), await makeAccount()];
  const first = [await makePhoto(account)];
  await results.correctMask(account);
  await results.correctMask(other);
  await makePhoto(other);
  await makePhoto(account, { style: "luxury" });
  await makePhoto(account, { light: { warmth: 0.5 } });
  expect(await corrected(first, account)).toEqual(first);
});
