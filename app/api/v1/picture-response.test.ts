import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useWorkers(1);

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
const photo = { image_url: imageUrl, type: "product", style: "studio", size: { width: 64, height: 64 } };

test.each([
  ["image/webp", "generate", photo, "webp", "1"],
  ["image/jpeg", "generate", photo, "jpeg", "1"],
  ["image/png", "removeBg", { image_url: imageUrl }, "png", "10"],
] as const)(
  "Accept: %s returns the result's own bytes, charged once",
  async (accept, operation, json, format, cost) => {
    const { key, userId } = await makeAccount({ monthly: 50 });
    const call = { key, json, headers: { accept, "idempotency-key": "bytes" } };
    const response = await fetchApi(operation, call);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, accept]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe(format);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(response.headers.get("x-credits-charged")).toBe(cost);
    expect(response.headers.get("x-credits-remaining")).toBe(String(50 - Number(cost)));
    const host = imageHost();
    const reference = host.parse(response.headers.get("x-result-url") ?? "");
    expect(reference && Buffer.from((await host.read(reference)) ?? []).equals(bytes)).toBe(true);
    const again = await fetchApi(operation, call);
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    expect(again.headers.get("x-generation-id")).toBe(response.headers.get("x-generation-id"));
    expect(await db().generation.count({ where: { userId } })).toBe(1);
  },
);

test("errors are JSON, another type is refused before the charge, and work in the background is accepted as JSON", async () => {
  const { key, userId } = await makeAccount({ monthly: 50 });
  const send = (change: object, headers: Record<string, string> = {}) =>
    api("generate", { key, json: { ...photo, ...change }, headers: { accept: "image/png", ...headers } });
  expect((await send({ style: "none" })).body.error.code).toBe("invalid_params");
  expect((await send({}, { accept: "text/html" })).body.error.code).toBe("not_acceptable");
  expect((await send({ format: "avif" })).body.error.code).toBe("not_acceptable");
  expect(await db().generation.count({ where: { userId } })).toBe(0);
  const queued = await send({}, { prefer: "respond-async" });
  expect([queued.status, queued.body.options]).toEqual([202, { size: photo.size, format: "png" }]);
});
