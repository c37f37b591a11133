import { predictLength } from "client-zip";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { formatFromName, sniffFormat } from "#lib/contract/images/formats.ts";
import type { ReviewFilter } from "#lib/contract/photos/values.ts";
import { downloadArchive } from "#lib/http/archive-download.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { finishOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { archiveResults, zipStream } from "./archive.ts";
import { reviewChosen } from "./reviewed.ts";

await useDatabase();

async function makePhoto(userId: string, title = "blue mug.jpg") {
  const result = await imageHost().upload(await productPicture(), { folder: `outputs/${userId}` });
  const imageUrl = "https://example.com/a.jpg";
  const id = await finishOne(userId, 2, { imageUrl, style: "luxury", resolution: "2K", title, result });
  return { id, ...result };
}

const unzip = async (stream: ReadableStream<Uint8Array> | null) =>
  unzipSync(
    new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()),
  );

test("an archive contains every chosen picture unchanged, under unique names", async () => {
  const { userId } = await makeAccount();
  const photos = [await makePhoto(userId), await makePhoto(userId)].reverse();
  const files = await unzip(await archiveResults(userId, { ids: photos.map(({ id }) => id) }));
  expect(Object.keys(files)).toEqual(["blue-mug_luxury_2k.jpg", "blue-mug_luxury_2k-2.jpg"]);
  for (const [at, bytes] of Object.values(files).entries()) {
    const reference = imageHost().parse(photos[at]?.url ?? "");
    const kept = reference && (await imageHost().read(reference));
    expect(Buffer.from(bytes).equals(kept ?? Buffer.of())).toBe(true);
  }
});

test("an archive contains only the chosen photos with the requested review", async () => {
  const { userId } = await makeAccount();
  const [good, bad, open] = [
    await makePhoto(userId, "good"),
    await makePhoto(userId, "bad"),
    await makePhoto(userId, "open"),
  ];
  await reviewChosen({ ids: [good.id], review: "approved" }, { userId });
  await reviewChosen({ ids: [bad.id], review: "rejected" }, { userId });
  const ids = [good.id, bad.id, open.id];
  const named = async (review: ReviewFilter) =>
    Object.keys(await unzip(await archiveResults(userId, { ids, review })));
  expect(await named("approved")).toEqual(["good_luxury_2k.jpg"]);
  expect(await named("rejected")).toEqual(["bad_luxury_2k.jpg"]);
  expect(await named("none")).toEqual(["open_luxury_2k.jpg"]);
  expect(await archiveResults(userId, { ids: [open.id], review: "approved" })).toBeNull();
});

test.each(["jpeg", "png", "webp", "avif"] as const)(
  "an archive can contain its pictures as %s",
  async (format) => {
    const { userId } = await makeAccount();
    const photo = await makePhoto(userId, "Tasse");
    const files = await unzip(await archiveResults(userId, { ids: [photo.id], format }));
    const [[name, bytes] = ["", Buffer.of()]] = Object.entries(files);
    const ending = formatFromName(format);
    expect([name, sniffFormat(bytes.subarray(0, 64))]).toEqual([`Tasse_luxury_2k.${ending}`, ending]);
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width: 480, height: 480 });
  },
);

test("an archive lists pictures that could not be converted, and contains the others", async () => {
  const { userId } = await makeAccount();
  const [good, broken] = [await makePhoto(userId, "good"), await makePhoto(userId, "broken")];
  const host = imageHost();
  const locate = host.locate.bind(host);
  vi.spyOn(host, "locate").mockImplementation(async (reference, options) =>
    broken.url.includes(reference.publicId) ? Buffer.from("no picture") : locate(reference, options),
  );
  const files = await unzip(await archiveResults(userId, { ids: [good.id, broken.id], format: "webp" }));
  expect(Object.keys(files)).toEqual(["good_luxury_2k.webp", "not-included.txt"]);
  expect(new TextDecoder().decode(files["not-included.txt"])).toContain("broken_luxury_2k");
});

test("an archive contains nothing of another account, and lists pictures that the host did not deliver", async () => {
  tried("isolation");
  const { userId } = await makeAccount();
  const stranger = await makeAccount();
  const kept = await makePhoto(userId);
  const lost = await makePhoto(userId);
  expect(await archiveResults(stranger.userId, { ids: [kept.id] })).toBeNull();
  await imageHost().destroy(lost.publicId);
  const files = await unzip(await archiveResults(userId, { ids: [kept.id, lost.id] }));
  expect(Object.keys(files)).toHaveLength(2);
  expect(new TextDecoder().decode(files["not-included.txt"])).toContain(lost.url);
});

test("an archive ends when its reader cancels", async () => {
  const { userId } = await makeAccount();
  const photos = [await makePhoto(userId), await makePhoto(userId)];
  const stream = await archiveResults(userId, { ids: photos.map(({ id }) => id) });
  const reader = stream?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect((await reader?.read())?.done).toBe(true);
});

test("an archive reads at most one picture ahead of its reader, and none after the reader cancels", async () => {
  let [read, ended] = [0, 0];
  async function* pictures() {
    try {
      for (; ; read += 1) yield { name: `${read}.jpg`, input: new Uint8Array(9), lastModified: new Date() };
    } finally {
      ended += 1;
    }
  }
  const reader = zipStream(pictures(), () => {
    ended += 1;
  }).getReader();
  await new Promise(setImmediate);
  expect(read).toBe(0);
  // Header, name, bytes and data descriptor of two pictures.
  for (let chunk = 0; chunk < 8; chunk += 1) await reader.read();
  await new Promise(setImmediate);
  expect(read).toBe(2);
  await reader.cancel();
  expect([read, ended]).toEqual([2, 2]);
});

// Checksumming 4 GiB takes ten seconds, so only the library's predicted length is tested for large archives, and the
// prediction itself with a small one.
test("an archive has its predicted length, and the prediction includes ZIP64 records past 4 GiB", async () => {
  const input = new Uint8Array(1_000);
  async function* pictures(count: number) {
    for (let at = 0; at < count; at += 1) yield { name: `${at}.png`, input, lastModified: new Date() };
  }
  const foretold = (count: number, size: number) =>
    Number(predictLength(Array.from({ length: count }, (_, at) => ({ name: `${at}.png`, size }))));
  const written = await new Response(zipStream(pictures(10), () => undefined)).arrayBuffer();
  expect(written.byteLength).toBe(foretold(10, 1_000));
  const size = 900 * 1024 ** 2;
  const perFile = size + 92 + 2 * "0.png".length;
  expect(foretold(4, size)).toBe(4 * perFile + 22);
  // Three of eight files start past 4 GiB: each needs a 64-bit offset and a field header, and the archive a ZIP64 end
  // record.
  expect(foretold(8, size)).toBe(8 * perFile + 22 + 3 * 12 + 76);
});

function formOf(body: BodyInit, type = "application/x-www-form-urlencoded"): Request {
  const headers = { "content-type": type };
  return new Request("http://localhost:3000/gallery/download", { method: "POST", body, headers });
}

test("an archive request with an oversized form or another content type gets 400", async () => {
  tried("body");
  const { userId } = await makeAccount();
  const bodies = [
    formOf(`id=${"x".repeat(170 * 1024)}`),
    formOf("id=a&".repeat(1_001)),
    formOf(new Uint8Array(60 * 1024 * 1024)),
    formOf("{}", "application/json"),
  ];
  for (const request of bodies) expect((await downloadArchive(userId, request))?.status).toBe(400);
});

test("a user can load two archives concurrently; one that ends, is canceled or stalls frees its place", async () => {
  const { userId } = await makeAccount();
  const photo = await makePhoto(userId);
  const ask = () => downloadArchive(userId, formOf(`id=${photo.id}`));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [stalled, cancelled] = [await ask(), await ask()];
  const refused = await ask();
  expect([stalled?.status, cancelled?.status, refused?.status]).toEqual([200, 200, 429]);
  expect(refused?.headers.get("retry-after")).toBe("30");
  expect((await downloadArchive((await makeAccount()).userId, formOf(`id=${photo.id}`))) === null).toBe(true);
  await cancelled?.body?.cancel();
  const whole = await ask();
  expect((await ask())?.status).toBe(429);
  expect((await whole?.arrayBuffer())?.byteLength).toBeGreaterThan(1000);
  const again = await ask();
  expect((await ask())?.status).toBe(429);
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await expect(stalled?.arrayBuffer()).rejects.toThrow("took too long");
  await expect(again?.arrayBuffer()).rejects.toThrow("took too long");
  expect((await ask())?.status).toBe(200);
});
