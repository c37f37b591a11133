import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, expectForeign } from "#lib/testing/api.ts";
import { finishOne, startOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { productPicture } from "#lib/testing/pictures.ts";

await useDatabase();

const account = await makeAccount();
const id = await work();

/** A finished photo: a grey picture of 64 pixels. */
async function work(): Promise<string> {
  const { userId } = account;
  const asset = await imageHost().upload(await productPicture("jpeg", 64), { folder: `outputs/${userId}` });
  const box = { left: 8, top: 8, width: 40, height: 48 };
  const size = { width: 64, height: 64, contentType: "image/jpeg", sizeBytes: asset.sizeBytes };
  return finishOne(userId, 1, { result: { ...asset, ...size, boundingBox: box } });
}

const check = (wanted: string, marketplace: string) =>
  api("checkGeneration", { key: account.key, id: wanted, query: { marketplace } });

test("lists what a marketplace would refuse, by the stored facts of the photo and the pixels of its border", async () => {
  const { status, body } = await check(id, "amazon");
  expect(status).toBe(200);
  expect(body).toMatchObject({ marketplace: "amazon", passes: false });
  const found = body.findings.map(({ rule, severity }: { rule: string; severity: string }) => [
    rule,
    severity,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ["background", "refused"],
      ["fill", "refused"],
      ["longer_side", "refused"],
    ]),
  );
  expect((await check(id, "instagram_square")).body).toMatchObject({ passes: true });
});

test("reports no background finding if the photo can no longer be read", async () => {
  const gone = await work();
  const { resultPublicId } = await db().generation.findUniqueOrThrow({ where: { id: gone } });
  await imageHost().destroy(resultPublicId ?? "");
  const { status, body } = await check(gone, "amazon");
  expect(status).toBe(200);
  expect(body.findings.map(({ rule }: { rule: string }) => rule)).not.toContain("background");
});

test("refuses an unknown or missing marketplace, and work without a result", async () => {
  for (const name of ["myspace", "", "Amazon", "__proto__"]) expect((await check(id, name)).status).toBe(400);
  const none = await api("checkGeneration", { key: account.key, id });
  expect(none.body.error.issues[0].path).toBe("marketplace");
  const open = await check(await startOne(account.userId, 1), "amazon");
  expect([open.status, open.body.error.issues[0].path]).toEqual([400, "id"]);
});

test("answers another account's photo like an unknown one", async () => {
  const stranger = await makeAccount();
  const query = { marketplace: "amazon" };
  await expectForeign(stranger.key, [["checkGeneration", id, { query }]]);
});
