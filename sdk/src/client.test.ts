import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { useDatabase } from "../../lib/testing/database.ts";
import { startService } from "../../lib/testing/service.ts";
import { deepTest } from "../../lib/testing/trials.ts";
import { InsufficientCreditsError, InvalidRequestError, NotFoundError, PhotoService } from "./index.ts";

await useDatabase();
const service = await startService();
const { makeAccount } = await import("../../lib/testing/accounts.ts");
const { drawnProduct } = await import("../../lib/testing/pictures.ts");
const { useFixedPixels } = await import("../../lib/testing/generations/fixed-pixels.ts");
const { useWorkers } = await import("../../lib/testing/generations/workers.ts");
useFixedPixels();
useWorkers(2);

const size = { width: 64, height: 64 };
const folder = await mkdtemp(path.join(os.tmpdir(), "sdk-client-"));
const picture = new Uint8Array(await drawnProduct());
const { key } = await makeAccount({ monthly: 100 });
const client = new PhotoService({ baseUrl: service.url, apiKey: key });
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test("accepts pictures as files, bytes, streams and paths, and creates photos and cut-outs from them", async () => {
  const file = path.join(folder, "ball.png");
  await writeFile(file, picture);
  const sources = [
    file,
    new File([picture], "ball.png", { type: "image/png" }),
    picture,
    picture.buffer,
    new Blob([picture]).stream(),
  ];
  const uploads = await Promise.all(sources.map((source) => client.uploads.create(source)));
  for (const { image_url: url } of uploads) {
    expect(url).toContain(`${service.url}/embedded/images/`);
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(picture);
  }
  const [{ image_url: imageUrl } = { image_url: "" }] = uploads;
  const { total } = await client.credits.get();
  const photo = await client.photos.generate({ image_url: imageUrl, style: "amazon", size });
  expect(photo).toMatchObject({ credits_used: 1, credits_remaining: { total: total - 1 } });
  const cutout = await client.photos.removeBackground({ image_url: imageUrl, trim: true });
  expect(cutout).toMatchObject({ credits_used: 10, credits_remaining: { total: total - 11 } });
  expect((await fetch(photo.result_url)).headers.get("content-type")).toBe("image/jpeg");
  const found = await client.generations.get(photo.generation_id);
  expect(found).toMatchObject({ status: "succeeded", result_url: photo.result_url });
  const inOneCall = await client.photos.generate({ image_file: file, style: "amazon", size, max_credits: 1 });
  expect(inOneCall).toMatchObject({ credits_used: 1, credits_remaining: { total: total - 12 } });
  const several = await client.photos.generate({ image_url: imageUrl, style: "amazon", size, n: 2, seed: 3 });
  expect(several.results?.map(({ seed, status }) => [seed, status])).toEqual([
    [3, "succeeded"],
    [4, "succeeded"],
  ]);
  const downloaded = await client.generations.download(photo.generation_id, { format: "webp" });
  expect(downloaded.headers.get("content-type")).toBe("image/webp");
  await downloaded.body?.cancel();
});

test("returns the picture itself, once charged whatever is repeated", async () => {
  const { total } = await client.credits.get();
  const request = { image_file: picture, style: "amazon", size, format: "webp" } as const;
  const options = { idempotencyKey: "bytes-1" };
  const first = await client.photos.generateBytes(request, options);
  expect(first).toMatchObject({ content_type: "image/webp", credits_used: 1 });
  expect(new Uint8Array(await (await fetch(first.result_url)).arrayBuffer())).toEqual(first.bytes);
  expect(await client.photos.generateBytes(request, options)).toEqual(first);
  const cutout = await client.photos.removeBackgroundBytes({ image_file: picture });
  expect([cutout.content_type, cutout.credits_used]).toEqual(["image/png", 10]);
  expect((await client.credits.get()).total).toBe(total - 11);
  const refused = client.photos.generateBytes({ image_file: new Uint8Array(9), style: "amazon" });
  await expect(refused).rejects.toBeInstanceOf(InvalidRequestError);
});

test("orders work, waits for it, and finds it by its idempotency key", async () => {
  const { image_url } = await client.uploads.create(picture, { name: "ball.png" });
  const states: string[] = [];
  const request = { image_url, style: "studio", size, title: "Ball" } as const;
  const ordered = await client.photos.order(request, { idempotencyKey: "ball-1" });
  const again = await client.photos.order(request, { idempotencyKey: "ball-1" });
  expect(again.id).toBe(ordered.id);
  const done = await client.generations.waitFor(ordered.id, {
    onProgress: ({ status }) => states.push(status),
  });
  expect(done).toMatchObject({ status: "succeeded", title: "Ball" });
  expect(states.at(-1)).toBe("succeeded");
  expect(await client.generations.findByKey("ball-1")).toMatchObject({ id: ordered.id });
  expect(await client.generations.findByKey("ball-2")).toBeNull();
  await client.generations.delete(ordered.id);
  await expect(client.generations.get(ordered.id)).rejects.toBeInstanceOf(NotFoundError);
});

deepTest("orders batches, and lists their items across pages", async () => {
  const { image_url } = await client.uploads.create(picture);
  const request = { image_url, type: "product", style: "amazon", size } as const;
  const items = ["a", "b", "c"].map((id) => ({ custom_id: id, operation: "generate" as const, request }));
  const batch = await client.batches.create({ title: "Balls", items, metadata: { shop: "x" } });
  const done = await client.batches.waitFor(batch.id);
  expect(done).toMatchObject({ status: "completed", counts: { total: 3, succeeded: 3 } });
  const ids: (string | null)[] = [];
  for await (const item of client.batches.items(batch.id, { limit: 2 })) ids.push(item.custom_id);
  expect(ids).toEqual(["a", "b", "c"]);
  const page = await client.batches.items(batch.id, { limit: 2 });
  expect([page.data.length, typeof page.next_cursor]).toEqual([2, "string"]);
  expect(await client.batches.items(batch.id, { limit: 1 }).toArray({ limit: 2 })).toHaveLength(2);
  expect(await (await client.batches.results(batch.id)).text()).toContain("custom_id");
  const archive = await client.batches.archive(batch.id);
  expect(new TextDecoder().decode((await archive.bytes()).subarray(0, 2))).toBe("PK");
});

test("supports credits, estimates, previews, brand looks, marketplaces and scenes", async () => {
  expect(await client.credits.get()).toMatchObject({ tier: "pro", status: "active" });
  const { image_url } = await client.uploads.createSmall(picture, { name: "ball.png" });
  const request = { image_url, type: "product", style: "studio", resolution: "4K" } as const;
  expect(await client.estimate([{ operation: "generate", request }])).toMatchObject({ credits: 4 });
  expect((await client.photos.preview(request)).image).toMatch(/^data:image/);
  const look = await client.looks.create({ name: "Warm", settings: { style: "luxury" } });
  expect(await client.looks.update(look.id, { name: "Warmer" })).toMatchObject({ name: "Warmer" });
  expect(await client.looks.list().toArray()).toMatchObject([{ id: look.id }]);
  expect(await client.looks.delete(look.id)).toEqual({ id: look.id, deleted: true });
  expect((await client.marketplaces.list()).data.length).toBeGreaterThan(0);
  const open = new PhotoService({ baseUrl: service.url });
  expect((await open.scenes.list({ category: "food" })).data.length).toBeGreaterThan(0);
});

test("throws errors with code, fix, issues and the id of the request", async () => {
  const wrong = client.photos.generate({ image_url: "nowhere", style: "studio" });
  await expect(wrong).rejects.toBeInstanceOf(InvalidRequestError);
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    code: "invalid_params",
    fix: expect.stringContaining("issues"),
    issues: [{ path: "image_url" }],
    requestId: expect.stringMatching(/^req_/),
  });
  const { image_url } = await client.uploads.create(picture);
  const dear = client.photos.generate({ image_url, style: "studio", max_credits: 0 });
  await expect(dear).rejects.toBeInstanceOf(InsufficientCreditsError);
  const stranger = new PhotoService({ baseUrl: service.url, apiKey: "pgs_wrong" });
  await expect(stranger.credits.get()).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  const file = path.join(folder, "text.png");
  await writeFile(file, "no picture");
  await expect(client.uploads.create(file)).rejects.toMatchObject({ name: "UploadError" });
  await expect(client.uploads.create(path.join(folder, "none.png"))).rejects.toMatchObject({
    name: "UploadError",
    fix: expect.stringContaining("path"),
  });
  expect(await readFile(file, "utf8")).toBe("no picture");
});
