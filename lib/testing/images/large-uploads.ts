import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxUploadBytes } from "#lib/platform/env.ts";
import { tried } from "../evidence/index.ts";
import { leftovers, signedParams, startTestHost, type TestHost } from "./embedded-host.ts";

/** Tests of pictures at and above `UPLOAD_MAX_MB`, with a picture of this side that has almost that size. */
export function describeLargeUploads(side: number): void {
  let on: TestHost;
  let partBytes: number;
  /** Noise, hardly compressed. */
  let picture: Buffer;

  beforeAll(async () => {
    on = await startTestHost();
    partBytes = Math.ceil(maxUploadBytes() / 5);
    const channels = 3;
    picture = await sharp(randomBytes(side * side * channels), {
      raw: { width: side, height: side, channels },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(0.95 * maxUploadBytes());
    expect(picture.length).toBeLessThanOrEqual(maxUploadBytes());
  }, 120_000);
  afterAll(async () => {
    await on.close();
  });

  async function upload(folder: string, bytes: Buffer, headers: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(signedParams({ folder }))) form.set(name, value);
    form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "large.png");
    const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: form, headers });
    return { status: response.status, body: await response.json() };
  }

  const part = (from: number, bytes: Buffer, total: number) => ({
    "x-unique-upload-id": `large-${total}`,
    "content-range": `bytes ${from}-${from + bytes.length - 1}/${total}`,
  });

  test("a picture of the largest size is accepted whole and in parts, and a thumbnail of it is delivered", async () => {
    tried("large-uploads", 2);
    expect(await upload("whole", picture)).toMatchObject({
      status: 200,
      body: { width: side, bytes: picture.length },
    });
    let last: Awaited<ReturnType<typeof upload>> | null = null;
    for (let from = 0; from < picture.length; from += partBytes) {
      const bytes = picture.subarray(from, from + partBytes);
      last = await upload("parts", bytes, part(from, bytes, picture.length));
      expect(last.status).toBe(200);
    }
    expect(last?.body).toMatchObject({ width: side, bytes: picture.length });
    const { pathname } = new URL(last?.body.secure_url);
    const small = pathname
      .slice(pathname.indexOf("/testcloud/") + 1)
      .replace("/upload/", "/upload/c_limit,w_480,f_webp,q_auto/");
    const thumbnail = await on.fetch(small);
    expect(thumbnail.status).toBe(200);
    expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({
      format: "webp",
      width: 480,
    });
    expect(await leftovers(on)).toEqual([]);
  }, 180_000);

  test("a larger picture is rejected with the limit, whole and at its first part", async () => {
    tried("large-uploads", 2);
    const tooMuch = Buffer.concat([picture, Buffer.alloc(1 + maxUploadBytes() - picture.length)]);
    const whole = await upload("too-large", tooMuch);
    const bytes = picture.subarray(0, partBytes);
    const first = await upload("too-large", bytes, part(0, bytes, maxUploadBytes() + 1));
    for (const { status, body } of [whole, first]) {
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(String(maxUploadBytes()))]);
    }
    expect(await leftovers(on)).toEqual([]);
  }, 120_000);
}
