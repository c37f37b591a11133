import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { db } from "#lib/db/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { stopWorkers } from "#lib/imaging/worker/pool.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { emptyPicture, productPicture } from "#lib/testing/pictures.ts";
import { POST } from "./route.ts";

await useDatabase();
useWorkers(2);

let imageUrl: string;

beforeAll(async () => {
  imageUrl = (await imageHost().upload(await productPicture(), { folder: "inputs/test" })).url;
});
afterAll(stopWorkers);

const removeBg = (call: TestCall) => callApi(operations.removeBg, POST, call);
const creditsOf = (userId: string) => db().balance.findUniqueOrThrow({ where: { userId } });

describe("200", () => {
  test("costs ten credits, monthly ones first, and answers a PNG with a see-through background that loads", async () => {
    const { key, userId } = await makeAccount({ monthly: 7, topup: 8 });
    const { body, headers } = await removeBg({ key, json: { image_url: imageUrl } });
    expect(body).toMatchObject({ credits_used: 10, credits_remaining: { monthly: 0, topup: 5, total: 5 } });
    expect(body.result_url).toContain("e_background_removal");
    expect(headers.get("x-credits-charged")).toBe("10");
    expect(await creditsOf(userId)).toMatchObject({ monthly: 0, topup: 5 });

    const response = await handleImageHostRequest(new Request(body.result_url));
    expect(response.headers.get("content-type")).toBe("image/png");
    const { data, info } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 480, height: 480, channels: 4 });
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
    expect([alphaAt(4, 4), alphaAt(475, 4), alphaAt(4, 475)]).toEqual([0, 0, 0]);
    expect(Math.max(...[200, 240, 280].map((x) => alphaAt(x, 260) ?? 0))).toBe(255);
  });

  test("is charged once for retries with one Idempotency-Key", async () => {
    tried("idempotency");
    const { key, userId } = await makeAccount({ monthly: 20 });
    const call = { key, json: { image_url: imageUrl }, headers: { "idempotency-key": "cut" } };
    const first = await removeBg(call);
    expect((await removeBg(call)).body).toStrictEqual(first.body);
    expect((await creditsOf(userId)).monthly).toBe(10);
  });
});

describe("400", () => {
  test("refuses a transformation in the address instead of dropping it, for nothing", async () => {
    tried("given-transformations");
    const { key, userId } = await makeAccount({ monthly: 20 });
    const json = { image_url: imageUrl.replace("/upload/", "/upload/c_limit,w_480,f_webp,q_auto/") };
    const { status, body } = await removeBg({ key, json });
    expect([status, body.error.issues[0].path]).toEqual([400, "image_url"]);
    expect(body.error.message).toContain('leave the transformation "c_limit,w_480,f_webp,q_auto" out');
    expect((await creditsOf(userId)).monthly).toBe(20);
  });

  test.each([
    ["nothing", {}],
    ["another host", { image_url: "https://example.com/a.jpg" }],
    ["another account", { image_url: "https://res.cloudinary.com/other/image/upload/v1/a.jpg" }],
    [
      "the host's name as a prefix of another",
      { image_url: "http://localhost:3000.evil.test/embedded/images/embedded/image/upload/a.jpg" },
    ],
    [
      "the host behind a user name",
      { image_url: "http://localhost:3000@evil.test/embedded/images/embedded/image/upload/a" },
    ],
    [
      "a path out of the host",
      { image_url: "http://localhost:3000/embedded/images/embedded/image/upload/../../../api/health" },
    ],
  ])("refuses %s, and charges nothing", async (_name, json) => {
    const { key, userId } = await makeAccount({ monthly: 20 });
    const { body } = await removeBg({ key, json });
    expect(body.error).toMatchObject({ code: "invalid_params", issues: [{ path: "image_url" }] });
    expect((await creditsOf(userId)).monthly).toBe(20);
  });

  test("refuses a picture that does not exist on the host", async () => {
    const { key } = await makeAccount();
    const { body } = await removeBg({ key, json: { image_url: imageUrl.replace(/[^/]+$/, "never.jpg") } });
    expect(body.error.code).toBe("invalid_params");
  });
});

describe("401, 402, 403", () => {
  test("refuses a missing key with invalid_api_key, as the contract has it here", async () => {
    expect((await removeBg({ json: {} })).body.error.code).toBe("invalid_api_key");
  });

  test("refuses nine credits and leaves them", async () => {
    const { key, userId } = await makeAccount({ monthly: 4, topup: 5 });
    const { body } = await removeBg({ key, json: { image_url: imageUrl } });
    expect(body.error.code).toBe("insufficient_credits");
    expect(await creditsOf(userId)).toMatchObject({ monthly: 4, topup: 5 });
  });

  test("refuses a caller without an active subscription", async () => {
    const { key } = await makeAccount({ status: "canceled", topup: 100 });
    expect((await removeBg({ key, json: { image_url: imageUrl } })).body.error.code).toBe(
      "no_active_subscription",
    );
  });
});

describe("502", () => {
  test("refunds a picture in which nothing can be found", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 3, topup: 9 });
    const empty = await imageHost().upload(await emptyPicture(), { folder: "inputs/test" });
    const { body } = await removeBg({ key, json: { image_url: empty.url } });
    expect(body.error.code).toBe("generation_failed");
    expect(await creditsOf(userId)).toMatchObject({ monthly: 3, topup: 9 });
  });
});
