import { rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { ApiError } from "#lib/platform/errors.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { cutCircle, quarters, startTestHost, type TestHost } from "#lib/testing/images/embedded-host.ts";
import { heicFile } from "#lib/testing/imaging/heif-files.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { deliveryWidthsPx, resizedUrl } from "../variants.ts";

const on = await startTestHost();
const original = await quarters(400, 200, "jpeg");
const asset = await on.host.upload(original, { folder: "inputs/u1", name: "photo" });
afterAll(async () => {
  await on.close();
});

const deliver = (transformation: string, rest = `v${asset.version}/inputs/u1/photo`, init?: RequestInit) =>
  on.fetch(`testcloud/image/upload/${transformation ? `${transformation}/` : ""}${rest}`, init);

async function listDerived(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of on.host.store.files.list("derived")) keys.push(key);
  return keys;
}

test("a folder with only originals, as after a restore, delivers resized pictures", async () => {
  for (const name of ["tmp", "derived"]) {
    await on.host.store.files.removeFolder(name);
    await rm(path.join(on.root, name), { recursive: true, force: true });
  }
  const response = await fetch(resizedUrl(asset.url, "tile"));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

describe("an original", () => {
  test("is delivered byte for byte, with caching and security headers", async () => {
    const response = await fetch(asset.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(original)).toBe(true);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(original.length),
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await fetch(asset.url, { headers: { "if-none-match": `W/"x", ${headers.etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(asset.url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(original.length),
      "",
    ]);
  });

  test("is found with any version, none, or an analytics query, but then cached for only five minutes", async () => {
    for (const rest of ["v1/inputs/u1/photo.jpg", "inputs/u1/photo.jpg", "v1/inputs/u1/photo.jpeg?_a=ABC"]) {
      const response = await deliver("", rest);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
      await response.arrayBuffer();
    }
  });

  test("is converted when the extension names another format", async () => {
    const response = await deliver("", "v1/inputs/u1/photo.png");
    expect(response.headers.get("content-type")).toBe("image/png");
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe("png");
  });

  test("larger than a memory buffer is streamed completely", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    const big = await sharp({
      create: { width: 900, height: 900, channels: 3, noise, background: "white" },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(big.length).toBeGreaterThan(2 * 1024 * 1024);
    const { url } = await on.host.upload(big, { folder: "inputs/u1" });
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(big)).toBe(true);
  });
});

describe("a HEIC picture", () => {
  const heics = { photo: "quarters", cutout: "cutout" } as const;
  const decoded = [
    ["photo", "jpeg"],
    ["cutout", "png"],
  ] as const;
  test.each(rowsOf(decoded, [decoded[0]]))(
    "(%s) is delivered unchanged, and in every format that pages use",
    async (name, decodedFormat) => {
      const heic = heicFile(heics[name]);
      const { url, version } = await on.host.upload(heic, { folder: "inputs/u1", name: `heic-${name}` });
      const whole = await fetch(url);
      expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "image/heic"]);
      expect(heic.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
      const at = `v${version}/inputs/u1/heic-${name}`;
      for (const [transformation, format] of [
        ["c_limit,w_320,f_webp,q_auto", "webp"],
        ["f_png", "png"],
        ["f_jpg", "jpeg"],
        ["f_webp", "webp"],
        ["f_jpg,fl_keep_iptc", "jpeg"],
      ] as const) {
        const response = await deliver(transformation, at);
        expect([transformation, response.status]).toEqual([transformation, 200]);
        const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect(metadata).toMatchObject({ format, hasAlpha: name === "cutout" && format !== "jpeg" });
      }
      // Without an explicit format, one that all browsers support is used.
      const small = await deliver("w_160", at);
      expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).format).toBe(decodedFormat);
      expect((await deliver("f_heic", at)).status).toBe(401);
    },
  );

  test("is decoded again after its decoded copy was swept", async () => {
    const { url } = await on.host.upload(heicFile("quarters"), { folder: "inputs/u1", name: "swept" });
    const reference = on.host.parse(url);
    if (!reference) throw new Error("the host does not know its own URL");
    const copy = await on.host.locate(reference, {});
    await rm(copy ?? "");
    expect(await on.host.locate(reference, {})).toBe(copy);
    expect((await sharp(copy ?? "").metadata()).format).toBe("jpeg");
  });
});

describe("a derived image", () => {
  test("is generated once for concurrent requests", async () => {
    const before = (await listDerived()).length;
    const responses = await Promise.all(Array.from({ length: 40 }, () => deliver("w_640")));
    const bodies = await Promise.all(responses.map((response) => response.arrayBuffer()));
    expect(new Set(responses.map((response) => response.headers.get("etag"))).size).toBe(1);
    expect(new Set(bodies.map((body) => Buffer.from(body).toString("base64"))).size).toBe(1);
    expect((await listDerived()).length - before).toBe(1);
  });

  test("is generated again after a new upload under the same public id", async () => {
    await on.host.upload(await quarters(100, 100), { folder: "again", name: "x" });
    const before = await (await deliver("w_160", "v1/again/x.png")).arrayBuffer();
    const white = await sharp({ create: { width: 50, height: 50, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    const second = await on.host.upload(white, { folder: "again", name: "x" });
    const after = await (await deliver("w_160", "v1/again/x.png")).arrayBuffer();
    expect(Buffer.from(after).equals(Buffer.from(before))).toBe(false);
    expect(second).toMatchObject({ width: 50 });
  });

  test("is deleted with its asset", async () => {
    const gone = await on.host.upload(original, { folder: "gone" });
    const derived = resizedUrl(gone.url, "blur");
    expect((await fetch(derived)).status).toBe(200);
    const count = (await listDerived()).length;
    await on.host.destroy(gone.publicId);
    expect((await listDerived()).length).toBe(count - 1);
    expect((await fetch(derived)).status).toBe(404);
    expect((await fetch(gone.url)).status).toBe(404);
  });

  test("stays within the disk budget after a sweep, and remains available", async () => {
    const small = await startTestHost({ derivedBudgetBytes: 3_000 });
    try {
      await small.host.upload(original, { folder: "a", name: "b" });
      const load = (width: number) => small.fetch(`testcloud/image/upload/w_${width}/v1/a/b`);
      for (const width of deliveryWidthsPx.toReversed()) expect((await load(width)).status).toBe(200);
      await small.host.derived.sweep();
      const sizes: number[] = [];
      for await (const { sizeBytes } of small.host.store.files.list("derived")) sizes.push(sizeBytes);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000);
      expect(sizes.length).toBeGreaterThan(0);
      expect((await load(deliveryWidthsPx[4])).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});

describe("rejected requests", () => {
  everyTestTries("transform");
  test.each([
    ["w_abc", 401, "Transformation w_abc is not allowed"],
    ["e_sepia", 401, "Transformation e_sepia is not allowed"],
    ["w_10", 401, "Transformation w_10 is not allowed"],
    ["w_160/w_160", 401, "Transformation w_160/w_160 is not allowed"],
    ["c_fill,w_33,h_34", 401, "Transformation c_fill,w_33,h_34 is not allowed"],
    ["f_avif", 401, "Transformation f_avif is not allowed"],
    ["f_webp/w_10", 401, "Transformation f_webp/w_10 is not allowed"],
    ["e_background_removal", 401, "Transformation e_background_removal is not allowed"],
    ["e_background_removal/f_png", 401, "Transformation e_background_removal/f_png is not allowed"],
    ["s--aaaaaaaa--/w_160", 401, "Invalid signature in the delivery URL"],
  ])("%s is answered with %i in Cloudinary's format", async (transformation, status, message) => {
    const response = await deliver(transformation);
    expect(response.status).toBe(status);
    expect(response.headers.get("x-cld-error")).toBe(message);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ error: { message } });
  });

  test("a thin picture that a width would enlarge beyond the limits is rejected", async () => {
    const { publicId } = await on.host.upload(await quarters(10, 900), { folder: "thin" });
    const response = await deliver("w_160", `v1/${publicId}`);
    expect([response.status, response.headers.get("x-cld-error")]).toEqual([
      400,
      "Maximum image size is 8192 pixels a side and 40 megapixels. Requested 160x14400",
    ]);
  });

  test("an extension of a format that pages do not use is not allowed", async () => {
    const response = await deliver("", "v1/inputs/u1/photo.avif");
    expect([response.status, response.headers.get("x-cld-error")]).toEqual([
      401,
      "Transformation f_avif is not allowed",
    ]);
  });

  test.each([
    "testcloud/image/upload/v1/none.jpg",
    "testcloud/image/upload/v1/..%2f..%2fsecrets.json",
    "testcloud/image/upload/v1/%00.png",
    "testcloud/image/upload/",
    "testcloud/raw/upload/v1/inputs/u1/photo.jpg",
    "othercloud/image/upload/v1/inputs/u1/photo.jpg",
    "testcloud",
    "",
  ])("%s is not found", async (address) => {
    const response = await on.fetch(address);
    expect(response.status).toBe(404);
    expect(response.headers.get("x-cld-error")).toMatch(/^Resource not found -/);
  });

  test("other methods are answered with 405 and Allow", async () => {
    const response = await deliver("", undefined, { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });
});

describe("background removal", () => {
  const load = (host: TestHost, publicId: string) =>
    host.fetch(`testcloud/image/upload/e_background_removal/f_png/v1/${publicId}`);

  test("has an alpha channel, runs once for concurrent requests, and is resized without a further one", async () => {
    const bought = await on.host.upload(original, { folder: "cut" });
    const { publicId } = bought;
    expect((await load(on, publicId)).status).toBe(401);
    await on.host.makeCutout(bought);
    await on.host.store.files.removeFolder("derived");
    const before = on.cutouts();
    const responses = await Promise.all(Array.from({ length: 12 }, () => load(on, publicId)));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(on.cutouts() - before).toBe(1);
    const { data, info } = await sharp(Buffer.from((await responses[0]?.arrayBuffer()) ?? new ArrayBuffer(0)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 400, height: 200, channels: 4 });
    expect([data[3], data[(100 * 400 + 200) * 4 + 3]]).toEqual([0, 255]);
    const sized = await deliver("e_background_removal/f_png/w_160", `v1/${publicId}`);
    expect(await sharp(Buffer.from(await sized.arrayBuffer())).metadata()).toMatchObject({
      format: "png",
      width: 160,
      height: 80,
      hasAlpha: true,
    });
    const further = "e_background_removal/b_white,c_pad,w_80,h_80/f_jpg";
    expect((await deliver(further, `v1/${publicId}`)).status).toBe(401);
    expect(on.cutouts() - before).toBe(1);
  });

  test("by makeCutout returns a URL that loads unsigned, even after its file was swept", async () => {
    const bought = await on.host.upload(original, { folder: "bought" });
    const url = await on.host.makeCutout(bought);
    expect(url).toBe(
      bought.url.replace("/upload/", "/upload/e_background_removal/f_png/").replace(/\.jpg$/, ""),
    );
    expect((await fetch(url)).status).toBe(200);
    await on.host.store.files.removeFolder("derived");
    const again = await fetch(url);
    expect([again.status, again.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("is unavailable without makeCutout, also for a new version of the picture", async () => {
    const { url, publicId } = await on.host.upload(original, { folder: "sneak", name: "s" });
    const reference = on.host.parse(url.replace("/upload/", "/upload/e_background_removal/f_png/"));
    if (!reference) throw new Error("not a delivery URL");
    await expect(on.host.read(reference)).rejects.toMatchObject({ name: "ImageHostError", status: 401 });
    await on.host.makeCutout(await on.host.upload(original, { folder: "sneak", name: "s" }));
    expect(await on.host.read(reference)).not.toBeNull();
    await on.host.upload(original, { folder: "sneak", name: "s" });
    expect((await load(on, publicId)).status).toBe(401);
  });

  test("is answered with 503 and Retry-After when the worker is overloaded, and makeCutout fails as overloaded", async () => {
    const busy = await startTestHost({
      makeCutout: () => Promise.reject(new ApiError("overloaded", "Too many.", { retryAfterSeconds: 3 })),
    });
    try {
      const uploaded = await busy.host.upload(original, { folder: "x", name: "y" });
      const stored = await busy.host.store.get(uploaded.publicId);
      if (!stored) throw new Error("the picture was not stored");
      await busy.host.store.allowCutout(stored);
      const response = await load(busy, "x/y");
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
      await expect(busy.host.makeCutout(uploaded)).rejects.toMatchObject({ code: "overloaded" });
    } finally {
      await busy.close();
    }
  });

  test("that fails is an ImageHostError, and the next attempt succeeds", async () => {
    let failures = 1;
    const flaky = await startTestHost({
      makeCutout: async (image) => {
        failures -= 1;
        if (failures >= 0) throw new Error("worker died");
        return cutCircle(image);
      },
    });
    try {
      const uploaded = await flaky.host.upload(original, { folder: "x", name: "y" });
      await expect(flaky.host.makeCutout(uploaded)).rejects.toMatchObject({
        name: "ImageHostError",
        retryable: false,
      });
      expect((await load(flaky, "x/y")).status).toBe(401);
      expect((await fetch(await flaky.host.makeCutout(uploaded))).status).toBe(200);
    } finally {
      await flaky.close();
    }
  });

  test("stops waiting when its signal aborts", async () => {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    const slow = await startTestHost({ makeCutout: () => promise });
    try {
      const uploaded = await slow.host.upload(original, { folder: "x", name: "y" });
      const abort = new AbortController();
      const pending = slow.host.makeCutout(uploaded, { signal: abort.signal });
      abort.abort(new Error("deadline"));
      await expect(pending).rejects.toThrow("deadline");
      resolve(await cutCircle(original));
      expect((await fetch(await slow.host.makeCutout(uploaded))).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
