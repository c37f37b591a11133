import { readdir } from "node:fs/promises";
import http from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signParams } from "./signature.ts";
import { quarters, startTestHost, type TestHost, testAccount } from "./testing.ts";

let on: TestHost;
let photo: Buffer;
const fetched: string[] = [];

beforeAll(async () => {
  photo = await quarters(64, 48, "jpeg");
  on = await startTestHost({
    fetchImage: async (url) => {
      fetched.push(url);
      if (url.includes("broken")) throw new Error("unreachable: 10.0.0.1");
      return photo;
    },
  });
});
afterAll(() => on.close());
beforeEach(() => {
  fetched.length = 0;
});

const now = () => Math.floor(Date.now() / 1000);

interface Given {
  algorithm?: "sha1" | "sha256";
  version?: 1 | 2;
  secret?: string;
  action?: string;
}

function signed(params: Record<string, string>, { algorithm = "sha1", version = 2, secret }: Given = {}) {
  const all = { timestamp: String(now()), ...params };
  const signature = signParams(all, secret ?? testAccount.apiSecret, { algorithm, version });
  return { ...all, signature, api_key: testAccount.apiKey };
}

async function post(params: Record<string, string>, file: Blob | string | null, action = "image/upload") {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) form.set(name, value);
  if (typeof file === "string") form.set("file", file);
  else if (file) form.set("file", file, "my photo.jpg");
  const response = await on.fetch(`v1_1/testcloud/${action}`, { method: "POST", body: form });
  return { status: response.status, error: response.headers.get("x-cld-error"), body: await response.json() };
}

const blob = () => new Blob([photo as Uint8Array<ArrayBuffer>]);

async function leftovers(): Promise<string[]> {
  return readdir(on.host.store.temporaryFolder);
}

describe("a signed upload", () => {
  test("answers every field that clients read, and the picture loads", async () => {
    const { status, body } = await post(
      signed({ folder: "inputs/u1", tags: "a,b", context: "alt=x\\|y|k=v" }),
      blob(),
    );
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
      tags: ["a", "b"],
      context: { custom: { alt: "x|y", k: "v" } },
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
    expect(await leftovers()).toEqual([]);
  });

  test("is taken with either hash, either signature version, and at either address", async () => {
    for (const algorithm of ["sha1", "sha256"] as const) {
      for (const version of [1, 2] as const) {
        for (const action of ["image/upload", "auto/upload"]) {
          const params = signed({ folder: "f", tags: "a&b" }, { algorithm, version });
          expect((await post(params, blob(), action)).status).toBe(200);
        }
      }
    }
  });

  test("of the port's own signed parameters works", async () => {
    const { cloud_name, ...params } = on.host.signUpload("inputs/u9");
    const form = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const { status, body } = await post(form, blob());
    expect([status, cloud_name]).toEqual([200, "testcloud"]);
    expect(on.host.parse(body.secure_url)?.publicId).toBe(body.public_id);
  });

  test("makes a new version each time, and keeps the old picture with overwrite=0", async () => {
    const first = await post(signed({ public_id: "same" }), blob());
    const second = await post(signed({ public_id: "same" }), blob());
    expect(second.body.version).toBeGreaterThan(first.body.version);
    expect(second.body.asset_id).toBe(first.body.asset_id);
    const kept = await post(signed({ public_id: "same", overwrite: "0" }), blob());
    expect(kept.body).toMatchObject({ existing: true, version: second.body.version });
  });

  test("to a name that many ask for without overwriting creates it once", async () => {
    const params = signed({ public_id: "race", overwrite: "false" });
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(params, blob())));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(answers.filter(({ body }) => !body.existing)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.version_id)).size).toBe(1);
  });

  test("takes the file's name, a format and an incoming transformation where asked", async () => {
    const named = await post(signed({ use_filename: "true", unique_filename: "false", folder: "n" }), blob());
    expect(named.body.public_id).toBe("n/my_photo");
    const unique = await post(signed({ use_filename: "1" }), blob());
    expect(unique.body.public_id).toMatch(/^my_photo_[0-9a-z]{6}$/);
    const changed = await post(signed({ format: "png", transformation: "c_fill,w_10,h_10" }), blob());
    expect(changed.body).toMatchObject({ format: "png", width: 10, height: 10 });
  });

  test("makes eager transformations, cut-outs included, and refuses unknown ones before it stores anything", async () => {
    const { body } = await post(signed({ eager: "c_fill,w_10,h_12/png|e_background_removal/f_png" }), blob());
    expect(body.eager).toEqual([
      expect.objectContaining({ transformation: "c_fill,w_10,h_12", width: 10, height: 12, format: "png" }),
      expect.objectContaining({
        transformation: "e_background_removal/f_png",
        width: 64,
        height: 48,
        format: "png",
      }),
    ]);
    for (const { secure_url, bytes } of body.eager) {
      const response = await fetch(secure_url);
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    }
    const bad = await post(signed({ eager: "e_sepia", public_id: "never" }), blob());
    expect([bad.status, bad.error]).toEqual([400, "Invalid effect in transformation: sepia"]);
    expect(await on.host.store.get("never")).toBeNull();
    const later = await post(signed({ eager: "w_5", eager_async: "1" }), blob());
    expect(later.body.eager[0]).toMatchObject({ status: "processing" });
  });

  test("takes a data URI, and a remote address through the safe fetcher", async () => {
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
    expect(await leftovers()).toEqual([]);
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
      for (const [name, value] of Object.entries(signed({ public_id: "chunked" }))) form.set(name, value);
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
    expect(last).toMatchObject({ status: 200, body: { public_id: "chunked", bytes: big.length } });
    expect(Buffer.from(await (await fetch(last.body.secure_url)).arrayBuffer()).equals(big)).toBe(true);
    expect(await leftovers()).toEqual([]);
  });
});

describe("a refused upload", () => {
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
    ["text value", () => post(signed({}), "hello"), 400, /^Invalid image file: not a JPEG/],
    [
      "script in SVG",
      () => post(signed({}), new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"])),
      400,
      /^Invalid image file/,
    ],
    ["bad data URI", () => post(signed({}), "data:image/png,abc"), 400, /must be base64/],
    ["private type", () => post(signed({ type: "private" }), blob()), 400, /^Invalid type private/],
    [
      "format not allowed",
      () => post(signed({ allowed_formats: "png,webp" }), blob()),
      400,
      /^Image file format jpg not allowed$/,
    ],
    [
      "too large",
      () => post(signed({}), new Blob([Buffer.alloc(25 * 1024 * 1024 + 1)])),
      400,
      /^File size too large\. Got 26214401\. Maximum is 26214400\.$/,
    ],
    [
      "much too large",
      () => post(signed({}), new Blob([Buffer.alloc(60 * 1024 * 1024)])),
      400,
      /^File size too large\. Got 62914560\. Maximum is 26214400\.$/,
    ],
  ];
  test.each(refused)(
    "(%s) is answered in the vendor's form and leaves nothing behind",
    async (_name, send, status, error) => {
      const answer = await send();
      expect([answer.status, answer.error]).toEqual([status, expect.stringMatching(error)]);
      expect(await leftovers()).toEqual([]);
    },
  );

  test.each([
    "../x",
    "a/../b",
    "/a",
    "a/",
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
  ])("public id %j is refused", async (publicId) => {
    const answer = await post(signed({ public_id: publicId }), blob());
    expect([answer.status, answer.error]).toEqual([400, expect.stringMatching(/^public_id \(/)]);
  });

  test("of another account names the account", async () => {
    const response = await on.fetch("v1_1/other/image/upload", { method: "POST", body: "" });
    expect([response.status, response.headers.get("x-cld-error")]).toEqual([401, "Invalid cloud_name other"]);
  });
});

describe("other calls", () => {
  test("destroy, explicit, ping and resource answer as the vendor does", async () => {
    const { body } = await post(signed({ public_id: "d/x" }), blob());
    const basic = { authorization: `Basic ${btoa(`${testAccount.apiKey}:${testAccount.apiSecret}`)}` };
    const ping = await on.fetch("v1_1/testcloud/ping?", { headers: basic });
    expect(await ping.json()).toEqual({ status: "ok" });
    const resource = await on.fetch("v1_1/testcloud/resources/image/upload/d/x", { headers: basic });
    expect(await resource.json()).toMatchObject({ public_id: "d/x", version: body.version });
    const wrong = { authorization: `Basic ${btoa(`${testAccount.apiKey}:wrong`)}` };
    expect((await on.fetch("v1_1/testcloud/ping", { headers: wrong })).status).toBe(401);
    expect((await on.fetch("v1_1/testcloud/ping")).status).toBe(401);
    const explicit = await post(
      signed({ public_id: "d/x", type: "upload", eager: "w_7", tags: "new" }),
      null,
      "image/explicit",
    );
    expect(explicit.body).toMatchObject({ public_id: "d/x", tags: ["new"], eager: [{ width: 7 }] });
    expect((await post(signed({ public_id: "none" }), null, "image/explicit")).status).toBe(404);
    expect((await post(signed({ public_id: "d/x" }), null, "image/destroy")).body).toEqual({ result: "ok" });
    expect((await post(signed({ public_id: "d/x" }), null, "image/destroy")).body).toEqual({
      result: "not found",
    });
    expect((await post({ public_id: "d/x" }, null, "image/destroy")).status).toBe(400);
    expect((await on.fetch("v1_1/testcloud/resources/image/upload/d/x", { headers: basic })).status).toBe(
      404,
    );
  });

  test("a browser may upload from any page: preflight and answers allow it", async () => {
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

describe("multipart bodies", () => {
  const boundary = "b0undary";
  const params = () => {
    const fields = signed({ folder: "m" });
    return Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  };
  const filePart = (header: string, content: Buffer | string = photo) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
      Buffer.from(content as Buffer),
      Buffer.from("\r\n"),
    ]);
  const file = 'Content-Disposition: form-data; name="file"; filename="x.png"';
  const octets = `${file}\r\nContent-Type: application/octet-stream`;
  const end = `--${boundary}--`;

  /** Sends raw bytes over one connection, chunked, and resolves to the status; 0 when the host closed it. */
  function send(
    parts: (Buffer | string)[],
    contentType = `multipart/form-data; boundary=${boundary}`,
  ): Promise<{ status: number; body: string }> {
    return new Promise((resolve) => {
      const request = http.request(`${on.url}/v1_1/testcloud/image/upload`, {
        method: "POST",
        headers: { "content-type": contentType },
      });
      request.on("response", async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, body });
      });
      request.on("error", () => resolve({ status: 0, body: "" }));
      for (const part of parts) request.write(part);
      request.end();
    });
  }

  const accepted: [string, () => (Buffer | string)[]][] = [
    ["without a trailing CRLF, as the SDK sends it", () => [...params(), filePart(octets), end]],
    ["with a trailing CRLF", () => [...params(), filePart(octets), `${end}\r\n`]],
    ["with the file first", () => [filePart(octets), ...params(), end]],
    ["with an epilogue", () => [...params(), filePart(octets), `${end}\r\nepilogue`]],
    ["with a preamble", () => ["preamble\r\n", ...params(), filePart(octets), end]],
    [
      "in pieces of seven bytes",
      () => {
        const whole = Buffer.concat([
          ...params().map((p) => Buffer.from(p)),
          filePart(octets),
          Buffer.from(end),
        ]);
        return Array.from({ length: Math.ceil(whole.length / 7) }, (_, i) =>
          whole.subarray(i * 7, i * 7 + 7),
        );
      },
    ],
    ["with a wrong declared type", () => [...params(), filePart(`${file}\r\nContent-Type: text/html`), end]],
    [
      "with a filename that climbs",
      () => [
        ...params(),
        filePart('Content-Disposition: form-data; name="file"; filename="../../etc/passwd"'),
        end,
      ],
    ],
    [
      "with a NUL in the filename",
      () => [
        ...params(),
        filePart('Content-Disposition: form-data; name="file"; filename="a\u0000.png"'),
        end,
      ],
    ],
    [
      "with a UTF-8 filename",
      () => [...params(), filePart('Content-Disposition: form-data; name="file"; filename="é中.png"'), end],
    ],
    ["without a filename", () => [...params(), filePart('Content-Disposition: form-data; name="file"'), end]],
    [
      "with other files beside",
      () => [
        ...params(),
        filePart('Content-Disposition: form-data; name="other"; filename="o"', "junk"),
        filePart(octets),
        end,
      ],
    ],
    [
      "with a field named __proto__",
      () => [
        ...params(),
        `--${boundary}\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${testAccount.apiKey}\r\n`,
        filePart(octets),
        end,
      ],
    ],
    [
      "with a header of 1 MB",
      () => [...params(), filePart(`${octets}\r\nX-Long: ${"x".repeat(1024 * 1024)}`), end],
    ],
    [
      "with an unterminated quote",
      () => [...params(), filePart('Content-Disposition: form-data; name="file'), end],
    ],
  ];
  test.each(accepted)("%s are accepted", async (_name, parts) => {
    expect(await send(parts())).toMatchObject({ status: 200 });
    expect(await leftovers()).toEqual([]);
  });

  const half = () => filePart(octets).subarray(0, 200);
  const refused: [string, () => (Buffer | string)[], string?][] = [
    ["without a boundary", () => [...params(), filePart(octets), end], "multipart/form-data"],
    ["with an empty boundary", () => [...params(), filePart(octets), end], "multipart/form-data; boundary="],
    [
      "with another boundary",
      () => [...params(), filePart(octets), end],
      "multipart/form-data; boundary=zzz",
    ],
    ["cut off in the file", () => [...params(), half()]],
    ["cut off in a field", () => [params().join("").slice(0, -20)]],
    ["cut off before the end", () => [...params(), filePart(octets)]],
    ["with half an end", () => [...params(), filePart(octets), `--${boundary}-`]],
    ["that are empty", () => []],
    ["of only an end", () => [end]],
    ["with two files", () => [...params(), filePart(octets), filePart(octets), end]],
    [
      "with 10,000 parts",
      () => [
        Array.from(
          { length: 10_000 },
          (_, i) => `--${boundary}\r\nContent-Disposition: form-data; name="n${i}"\r\n\r\nv\r\n`,
        ).join(""),
        ...params(),
        filePart(octets),
        end,
      ],
    ],
    [
      "with a field of 1 MB",
      () => [
        `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${"x".repeat(1024 * 1024)}\r\n`,
        ...params(),
        filePart(octets),
        end,
      ],
    ],
    ["without headers", () => [...params(), `--${boundary}\r\n\r\n`, photo, "\r\n", end]],
    ["without a disposition", () => [...params(), filePart("Content-Type: image/png"), end]],
    ["of random bytes", () => [photo]],
    ["declared as JSON", () => [...params(), filePart(octets), end], "application/json"],
    ["declared as nothing", () => [...params(), filePart(octets), end], "text/plain"],
    ["with a file of no bytes", () => [...params(), filePart(octets, ""), end]],
    ["with line feeds alone", () => [[...params(), "x"].join("").replaceAll("\r\n", "\n"), end]],
    [
      "with an unknown extra field",
      () => [
        ...params(),
        `--${boundary}\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n`,
        filePart(octets),
        end,
      ],
    ],
  ];
  test.each(refused)(
    "%s are answered 4xx, leave nothing behind, and the host goes on",
    async (_name, parts, type) => {
      const { status } = await send(parts(), type);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(await leftovers()).toEqual([]);
      expect((await post(signed({}), blob())).status).toBe(200);
    },
  );

  test("of a sender that goes away leave nothing behind", async () => {
    const request = http.request(`${on.url}/v1_1/testcloud/image/upload`, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    request.on("error", () => undefined);
    for (const part of params()) request.write(part);
    request.write(filePart(octets).subarray(0, 300));
    await expect.poll(leftovers).toHaveLength(1);
    request.destroy();
    await expect.poll(leftovers).toEqual([]);
  });
});
