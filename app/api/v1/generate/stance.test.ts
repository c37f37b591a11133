import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { repeatWork } from "#lib/generations/order/repeat.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { photoOrders } from "#lib/testing/generations/photo-orders.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useFixedPixels();

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const { order, estimate } = photoOrders(imageUrl);
const style = "studio";

test("the stance of an order is in its response, its estimate and its retry", async () => {
  const account = await makeAccount();
  const { status, body: made } = await order(account, { style, stance: "lie" });
  expect([status, made.stance, made.options]).toEqual([202, "lie", { stance: "lie" }]);
  expect((await order(account, { style })).body.stance).toBeNull();
  const estimated = await estimate(account, { style, stance: "hang" });
  expect(estimated.body.requests[0]).toMatchObject({ stance: "hang" });

  const row = await db().generation.update({ where: { id: made.id }, data: { status: "failed" } });
  const by = { userId: account.userId, apiKeyId: null, account: { tier: "ultra" as const, total: 1 } };
  const [again = ""] = await db().$transaction((tx) =>
    repeatWork([row], { by, lane: "batch", batchId: null }, tx),
  );
  const { options } = await db().generation.findUniqueOrThrow({ where: { id: again } });
  expect(options).toEqual({ stance: "lie" });
});
