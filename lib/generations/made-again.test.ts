import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { keepMask } from "#lib/masks/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";
import { generatePhoto } from "./call.ts";
import { takeCorrected } from "./made-again.ts";
import { photo } from "./photo.ts";
import { storeResult } from "./store.ts";

await useDatabase();
useWorkers(2);

const side = 64;
let picture: Buffer;
let imageUrl: string;

beforeAll(async () => {
  picture = await productPicture("jpeg", side);
  imageUrl = (await imageHost().upload(picture, { folder: "inputs/test" })).url;
});
beforeEach(() => {
  const shape = { format: "jpeg", width: side, height: side, hasAlpha: false } as const;
  vi.spyOn(photo, "make").mockImplementation(async (work, { source, signal }) => {
    await source?.dispose();
    return storeResult(picture, { ...shape, work, signal });
  });
});

type Account = Awaited<ReturnType<typeof makeAccount>>;

async function makePhoto({ userId }: Account, own: object = {}) {
  const account = { tier: "pro", total: 100 } as const;
  const made = await generatePhoto(
    { imageUrl, style: "studio", title: "Mug", ...own },
    {
      ...{ userId, account, apiKeyId: null, idempotencyKey: null, startedAtMs: Date.now() },
      ...{ respondAsync: false, resumedId: null },
    },
  );
  if (!("generationId" in made)) throw new Error("the photo was not waited for");
  return db().generation.findUniqueOrThrow({ where: { id: made.generationId } });
}

async function correct({ userId }: Account): Promise<void> {
  const folder = `inputs/${userId}`;
  const mask = await imageHost().upload(await greyMask({ width: side, height: side }), { folder });
  await keepMask({ imageUrl, maskUrl: mask.url }, { userId });
}

test("a photo made again of a corrected cut-out takes the place of the first, under its names", async () => {
  const account = await makeAccount();
  const first = [await makePhoto(account), await makePhoto(account, { prompt: "on marble" })];
  await makePhoto(account);
  expect(await takeCorrected(first, account)).toEqual(first);
  await correct(account);
  await makePhoto(account, { title: "An earlier try" });
  await correct(account);
  const last = await makePhoto(account, { title: "Another name" });
  const [replaced, kept] = await takeCorrected(first, account);
  expect(replaced).toMatchObject({ id: last.id, resultUrl: last.resultUrl, title: "Mug" });
  expect(kept).toEqual(first[1]);
});

test("neither other work nor another account's takes the place of a photo", async () => {
  const [account, other] = [await makeAccount(), await makeAccount()];
  const first = [await makePhoto(account)];
  await correct(account);
  await correct(other);
  await makePhoto(other);
  await makePhoto(account, { style: "luxury" });
  await makePhoto(account, { light: { warmth: 0.5 } });
  expect(await takeCorrected(first, account)).toEqual(first);
});
