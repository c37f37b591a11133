import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import {
  leftovers,
  postForm,
  quarters,
  signedParams,
  startTestHost,
  type TestHost,
  testAccount,
} from "#lib/testing/images/embedded-host.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { signParams } from "../cloudinary/signature.ts";

useEnvironment({ UPLOAD_MAX_MB: "5" });

// Must be set before the environment is read, here and in the worker.

let on: TestHost;
let photo: Buffer;
const fetched: string[] = [];

beforeAll(async () => {
  photo = await quarters(64, 48, "jpeg");
  on = await startTestHost({
    fetchImageTo: async (file, url, { admit }) => {
      await admit("203.0.113.5");
      fetched.push(url);
      if (url.includes("broken")) throw new Error("unreachable: 10.0.0.1");
      await writeFile(file, photo);
    },
  });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await on.close();
});
beforeEach(() => {
  fetched.length = 0;
});

const now = () => Math.floor(Date.now() / 1000);
const signed = signedParams;
const post = (params: Record<string, string>, file: Blob | string | null, action?: string) =>
  postForm(on, params, file, action);
const blob = () => new Blob([photo as Uint8Array<ArrayBuffer>]);

describe("a signed upload", () => {
  test("returns every field that clients read, and the picture loads", async () => {
    const { status, body } = await post(signed({ folder: "inputs/u1" }), blob());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      public_id: expect.stringMatching(/^inputs\/u1\/[0-9a-z]{20}$/),
      version: expect.any(Number),
      asset_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      version_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      width: 64,
      height: 48,
      format: "jpg",
      resource_type: "image",
      type: "upload",
      bytes: photo.length,
      tags: [],
      original_filename: "my photo",
      folder: "inputs/u1",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const { public_id, version } = body;
    expect(body.signature).toBe(
      signParams({ public_id, version: String(version) }, testAccount.apiSecret, { version: 1 }),
    );
    expect(body.secure_url).toBe(`${on.url}/testcloud/image/upload/v${version}/${public_id}.jpg`);
    expect((await fetch(body.secure_url)).status).toBe(200);
    expect(await leftovers(on)).toEqual([]);
  });

  test("is accepted with either hash, either signature version, and at either address", async () => {
    for (const algorithm of ["sha1", "sha256"] as const) {
      for (const version of [1, 2] as const) {
        for (const action of ["image/upload", "auto/upload"]) {
          const params = signed({ folder: "f" }, { algorithm, version });
          expect((await post(params, blob(), action)).status).toBe(200);
        }
      }
    }
  });

  test("with the parameters of signUpload succeeds", async () => {
    const { status, body } = await post(on.host.signUpload("inputs/u9").fields, blob());
    expect(status).toBe(200);
    expect(on.host.parse(body.secure_url)?.publicId).toBe(body.public_id);
  });

  test("from a remote address is rejected with 429 after sixty failed fetches in a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const params = { folder: "inputs/u9" };
    const upload = (url: string) => post(signed(params), url);
    for (let count = 0; count < 60; count += 1) {
      expect((await upload("https://example.com/broken.png")).status).toBe(400);
    }
    const refused = await upload("https://other.example.com/photo.png");
    expect([refused.status, refused.error]).toEqual([
      429,
      "Too many pictures could not be loaded from this host.",
    ]);
    expect(fetched).toHaveLength(60);
    await post(signed({ folder: "inputs/u1" }), "https://example.com/broken.png");
    expect(fetched).toHaveLength(61);
  });

  test("accepts a data URI, and a remote address through the safe fetcher", async () => {
    const uri = `data:image/jpeg;base64,${photo.toString("base64")}`;
    expect((await post(signed({}), uri)).body).toMatchObject({ bytes: photo.length, format: "jpg" });
    expect((await post(signed({}), "https://example.com/a.jpg")).body).toMatchObject({ width: 64 });
    expect(fetched).toEqual(["https://example.com/a.jpg"]);
    const broken = await post(signed({}), "http://broken.example/");
    expect([broken.status, broken.error]).toEqual([400, "Error in loading the file parameter's address"]);
    const body = new URLSearchParams({ ...signed({}), file: uri });
    expect((await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body })).status).toBe(200);
    const json = JSON.stringify({ ...signed({}), file: uri });
    const headers = { "content-type": "application/json" };
    expect(
      (await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: json, headers })).status,
    ).toBe(200);
    expect(await leftovers(on)).toEqual([]);
  });

  test("in chunks becomes one asset, in any order and with repeats", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    const big = await sharp({ create: { width: 300, height: 300, channels: 3, noise, background: "white" } })
      .png()
      .toBuffer();
    const size = Math.ceil(big.length / 3);
    const send = async (index: number, total: number) => {
      const part = big.subarray(index * size, Math.min(big.length, (index + 1) * size));
      const form = new FormData();
      for (const [name, value] of Object.entries(signed({ folder: "chunked" }))) form.set(name, value);
      form.set("file", new Blob([part as Uint8Array<ArrayBuffer>]), "blob");
      const range = `bytes ${index * size}-${index * size + part.length - 1}/${total}`;
      const headers = { "x-unique-upload-id": "upload-1", "content-range": range };
      const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: form, headers });
      return { status: response.status, body: await response.json() };
    };
    expect(await send(0, -1)).toMatchObject({ status: 200, body: { done: false } });
    expect(await send(2, big.length)).toMatchObject({ status: 200, body: { done: false } });
    expect(await send(2, big.length)).toMatchObject({ status: 200, body: { done: false } });
    const last = await send(1, -1);
    expect(last).toMatchObject({ status: 200, body: { folder: "chunked", bytes: big.length } });
    expect(Buffer.from(await (await fetch(last.body.secure_url)).arrayBuffer()).equals(big)).toBe(true);
    expect(await leftovers(on)).toEqual([]);
  });
});

describe("a rejected upload", () => {
  const refused: [string, () => Promise<{ status: number; error: string | null }>, number, RegExp][] = [
    [
      "wrong signature",
      () => post({ ...signed({}), folder: "other" }, blob()),
      401,
      /^Invalid Signature [0-9a-f]{40}\. String to sign - 'folder=other&timestamp=\d+'\.$/,
    ],
    ["wrong secret", () => post(signed({}, { secret: "x" }), blob()), 401, /^Invalid Signature/],
    [
      "smuggled eager",
      () => post({ ...signed({}), eager: "e_background_removal/f_png" }, blob()),
      401,
      /^Invalid Signature/,
    ],
    ["unknown api key", () => post({ ...signed({}), api_key: "1" }, blob()), 401, /^Invalid api_key 1$/],
    [
      "stale",
      () => post(signed({ timestamp: String(now() - 3700) }), blob()),
      400,
      /^Stale request - reported time is \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000 which is more than 1 hour ago$/,
    ],
    ["future", () => post(signed({ timestamp: String(now() + 3700) }), blob()), 400, /^Stale request/],
    [
      "no timestamp",
      () => post({ ...signed({}), timestamp: "" }, blob()),
      400,
      /^Missing required parameter - timestamp$/,
    ],
    ["unsigned", () => post({}, blob()), 400, /^Upload preset must be specified when using unsigned upload$/],
    ["unknown preset", () => post({ upload_preset: "p" }, blob()), 400, /^Upload preset not found$/],
    ["no file", () => post(signed({}), null), 400, /^Missing required parameter - file$/],
    ["empty file", () => post(signed({}), new Blob([])), 400, /^Invalid image file: the file is empty$/],
    ["text file", () => post(signed({}), new Blob(["hello"])), 400, /^Invalid image file: not a JPEG/],
    [
      "small picture",
      async () => post(signed({}), new Blob([new Uint8Array(await quarters(40, 15, "png"))])),
      400,
      /^Invalid image file: the picture has 40 . 15 pixels/,
    ],
    ["bad data URI", () => post(signed({}), "data:image/png,abc"), 400, /must be base64/],
    ["private type", () => post(signed({ type: "private" }), blob()), 400, /^Invalid parameter type: /],
    [
      "too large",
      () => post(signed({}), new Blob([Buffer.alloc(maxUploadBytes() + 1)])),
      400,
      /^File size too large\. Maximum is \d+\.$/,
    ],
    [
      "much too large",
      () => post(signed({}), new Blob([Buffer.alloc(2 * maxUploadBytes())])),
      400,
      /^File size too large\. Maximum is \d+\.$/,
    ],
  ];
  test.each(refused)(
    "(%s) is answered in Cloudinary's format and leaves no files",
    async (_name, send, status, error) => {
      const answer = await send();
      expect([answer.status, answer.error]).toEqual([status, expect.stringMatching(error)]);
      expect(await leftovers(on)).toEqual([]);
    },
  );

  test.each([
    "../x",
    "a/../b",
    "/a",
    "a//b",
    ".",
    "a\u0000b",
    "a\tb",
    "a?b",
    "a&b",
    "a#b",
    "a%2fb",
    "a\\b",
    "<a>",
    "x".repeat(256),
    " a",
    "a\u202eb",
  ])("to the folder %j is answered with 400", async (folder) => {
    const answer = await post(signed({ folder }), blob());
    expect([answer.status, answer.error]).toEqual([400, expect.stringMatching(/^public_id \(/)]);
  });

  test("to another cloud name names it in the error", async () => {
    const response = await on.fetch("v1_1/other/image/upload", { method: "POST", body: "" });
    expect([response.status, response.headers.get("x-cld-error")]).toEqual([401, "Invalid cloud_name other"]);
  });
});

describe("other calls", () => {
  test.each(["image/destroy", "image/explicit", "image/rename", "video/explicit", "image/upload/x", "ping"])(
    "to %s return 404",
    async (action) => {
      const { status, error } = await post(signed({ folder: "f" }), null, action);
      expect([status, error]).toEqual([404, "Unknown address of the image host"]);
    },
  );

  test.each(["raw", "video"])("to %s/upload are answered with the resource type to send", async (type) => {
    const { status, error } = await post(signed({ folder: "f" }), blob(), `${type}/upload`);
    expect([status, error]).toEqual([400, expect.stringContaining('send resource_type "image"')]);
  });

  test("from any origin are allowed by the preflight and the response", async () => {
    const preflight = await on.fetch("v1_1/testcloud/image/upload", {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-unique-upload-id",
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
      "access-control-allow-headers": "x-unique-upload-id",
    });
    const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST" });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toContain("X-Cld-Error");
  });
});
