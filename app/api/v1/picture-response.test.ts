import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import type { Handler } from "#lib/http/route-table.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { POST as generate } from "./generate/route.ts";
import { POST as removeBg } from "./remove-bg/route.ts";

await useDatabase();
useWorkers(1);

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
const photo = { image_url: imageUrl, type: "product", style: "studio", size: { width: 64, height: 64 } };

function send(handler: Handler, json: object, headers: Record<string, string>): Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  const init = { method: "POST", headers: all, body: JSON.stringify(json) };
  return handler(new Request("http://localhost:3000/api/v1/work", init));
}

test.each([
  ["image/webp", generate, photo, "webp", "1"],
  ["image/jpeg", generate, photo, "jpeg", "1"],
  ["image/png", removeBg, { image_url: imageUrl }, "png", "10"],
] as const)(
  "Accept: %s returns the result's own bytes, charged once",
  async (accept, handler, json, format, cost) => {
    const { key, userId } = await makeAccount({ monthly: 50 });
    const headers = { authorization: `Bearer ${key}`, accept, "idempotency-key": "bytes" };
    const response = await send(handler, json, headers);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, accept]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe(format);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(response.headers.get("x-credits-charged")).toBe(cost);
    expect(response.headers.get("x-credits-remaining")).toBe(String(50 - Number(cost)));
    const host = imageHost();
    const reference = host.parse(response.headers.get("x-result-url") ?? "");
    expect(reference && Buffer.from((await host.read(reference)) ?? []).equals(bytes)).toBe(true);
    const again = await send(handler, json, headers);
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    expect(again.headers.get("x-generation-id")).toBe(response.headers.get("x-generation-id"));
    expect(await db().generation.count({ where: { userId } })).toBe(1);
  },
);

test("errors are JSON, another type is refused before the charge, and work in the background is accepted as JSON", async () => {
  const { key, userId } = await makeAccount({ monthly: 50 });
  const headers = { authorization: `Bearer ${key}`, accept: "image/png" };
  const wrong = await send(generate, { ...photo, style: "none" }, headers);
  expect([wrong.status, (await wrong.json()).error.code]).toEqual([400, "invalid_params"]);
  const other = await send(generate, photo, { ...headers, accept: "text/html" });
  expect([other.status, (await other.json()).error.code]).toEqual([406, "not_acceptable"]);
  const conflict = await send(generate, { ...photo, format: "avif" }, headers);
  expect([conflict.status, (await conflict.json()).error.code]).toEqual([406, "not_acceptable"]);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
  const queued = await send(generate, photo, { ...headers, prefer: "respond-async" });
  expect([queued.status, (await queued.json()).options]).toEqual([202, { size: photo.size, format: "png" }]);
});
