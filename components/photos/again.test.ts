import { describe, expect, test } from "vitest";
import { batchRequest } from "#lib/contract/batches/schemas.ts";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { stubFetch } from "#lib/testing/fetched.ts";
import { distinctPhotos, type MadePhoto, orderAgain, toAgainRequest } from "./again.ts";
import { createKeys } from "./order-request.ts";

const photoOf = (part: Partial<MadePhoto> = {}): MadePhoto =>
  generation.parse({
    ...examples.photo,
    title: "mug.jpg",
    metadata: { sku: "M-1" },
    prompt: "oak",
    seed: 3,
    options: { light: { warmth: 0.5 }, size: "amazon", format: "png" },
    ...part,
  });

test("a photo is ordered again with the same settings, with reuse of an earlier result", () => {
  const photo = photoOf({ style: "luxury", aspect_ratio: "1:1", resolution: "2K" });
  const request = toAgainRequest([photo]);
  expect(batchRequest.safeParse(request).error?.issues).toBeUndefined();
  expect(request).toMatchObject({ title: "mug.jpg" });
  expect(request.items[0]?.request).toEqual({
    image_url: photo.image_url,
    type: "product",
    style: "luxury",
    prompt: "oak",
    aspect_ratio: "1:1",
    resolution: "2K",
    mode: "studio",
    seed: 3,
    light: { warmth: 0.5 },
    size: "amazon",
    format: "png",
    title: "mug.jpg",
    metadata: { sku: "M-1" },
    reuse: true,
    remake_of: photo.id,
  });
});

test("a photo is remade in its scene, with the changed settings", () => {
  const photo = photoOf({ scene: "silk-drape", options: { stance: "stand" } });
  const [item] = toAgainRequest([photo], { stance: "lie", seed: 4 }).items;
  expect(item?.request).toMatchObject({ scene: "silk-drape", stance: "lie", seed: 4, remake_of: photo.id });
});

test("an order without its brand look is repeated: the look's settings are already among the options", () => {
  const worn = photoOf({ options: { look: "look_gone", light: { warmth: 0.5 } } });
  const plain = photoOf({ options: { light: { warmth: 0.5 } } });
  expect(toAgainRequest([worn])).toEqual(toAgainRequest([plain]));
  expect(distinctPhotos([worn, plain])).toEqual([worn]);
});

test("photos with equal settings are offered once, and photos in a withdrawn style are not offered", () => {
  const [one, other] = [photoOf(), photoOf({ seed: 4 })];
  const gone = photoOf({ style: "vintage" });
  expect(distinctPhotos([one, { ...one, id: "gen_2", title: "again" }, other, gone])).toEqual([one, other]);
  expect(toAgainRequest([one, gone]).items).toHaveLength(1);
});

test("the custom_ids of an order are unique", () => {
  const names = toAgainRequest([photoOf({ custom_id: "mug" }), photoOf({ custom_id: "mug" }), photoOf()]);
  expect(names.items.map(({ custom_id: id }) => id)).toEqual(["mug", "mug-2", "luxury-4x3-4k"]);
});

describe("ordering again", () => {
  const fetched = stubFetch();
  const photos = [photoOf({ custom_id: "one" }), photoOf({ custom_id: "two", seed: 4 })];
  /** For each photo, the id of an identical open generation. */
  function answer(...openIds: (string | null)[]): void {
    fetched.mockImplementation(async (url) =>
      url === "/api/v1/estimate"
        ? Response.json({
            requests: openIds.map((openId) => ({ credits: 4, open_id: openId })),
            credits_remaining: { total: 100 },
          })
        : Promise.reject(new TypeError("lost")),
    );
  }
  const sent = () =>
    fetched.mock.calls
      .filter(([url]) => url === "/api/v1/batches")
      .map(([, { headers, body }]) => ({
        key: new Headers(headers).get("idempotency-key"),
        names: JSON.parse(String(body)).items.map((item: { custom_id: string }) => item.custom_id),
      }));

  test("omits photos that are already in progress; the same order has the same key, another order another", async () => {
    const keyOf = createKeys();
    answer(null, null);
    await expect(orderAgain(photos, { keyOf, maxCredits: 8 })).rejects.toThrow("lost");
    await expect(orderAgain(photos, { keyOf, maxCredits: 8 })).rejects.toThrow("lost");
    answer("gen_1", null);
    await expect(orderAgain(photos, { keyOf, maxCredits: 8 })).rejects.toThrow("lost");
    const [first, second, third] = sent();
    expect([first?.names, third?.names]).toEqual([["one", "two"], ["two"]]);
    expect(second?.key).toBe(first?.key);
    expect(third?.key).not.toBe(first?.key);
  });

  test("sends no order if all photos are already in progress", async () => {
    answer("gen_1", "gen_2");
    expect(await orderAgain(photos, { keyOf: createKeys(), maxCredits: 8 })).toBeNull();
    expect(sent()).toEqual([]);
  });
});
