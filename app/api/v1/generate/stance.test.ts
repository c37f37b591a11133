import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { repeatWork } from "#lib/generations/order/repeat.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useFixedPixels();

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const body = (change: object) => ({ image_url: imageUrl, type: "product", style: "studio", ...change });

test("the stance of an order is in its response, its estimate and its retry", async () => {
  const account = await makeAccount();
  const { key } = account;
  const order = (json: object) => api("generate", { key, headers: { prefer: "respond-async" }, json });
  const { status, body: made } = await order(body({ stance: "lie" }));
  expect([status, made.stance, made.options]).toEqual([202, "lie", { stance: "lie" }]);
  expect((await order(body({}))).body.stance).toBeNull();
  const requests = [{ operation: "generate", request: body({ stance: "hang" }) }];
  const estimated = await api("estimate", { key, json: { requests } });
  expect(estimated.body.requests[0]).toMatchObject({ stance: "hang" });

  const row = await db().generation.update({ where: { id: made.id }, data: { status: "failed" } });
  const by = { userId: account.userId, apiKeyId: null, account: { tier: "ultra" as const, total: 1 } };
  const [again = ""] = await db().$transaction((tx) =>
    repeatWork([row], { by, lane: "batch", batchId: null }, tx),
  );
  const { options } = await db().generation.findUniqueOrThrow({ where: { id: again } });
  expect(options).toEqual({ stance: "lie" });
});
