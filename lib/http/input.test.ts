import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "#lib/platform/errors.ts";
import { everyTestTries, tried } from "#lib/testing/evidence/index.ts";
import { operations } from "../contract/operations.ts";
import { hashRequest } from "./idempotency.ts";
import { receiveInput } from "./input.ts";

const readInput: (...given: Parameters<typeof receiveInput>) => Promise<unknown> = async (...given) =>
  (await receiveInput(...given)).parse();

const url = "http://localhost:3000/x";

function post(body: BodyInit, type = "application/json"): Request {
  return new Request(url, { method: "POST", body, headers: { "content-type": type } });
}

async function refusal(operation: keyof typeof operations, request: Request): Promise<ApiError> {
  const outcome = await readInput(operations[operation], request).catch((error: unknown) => error);
  if (!(outcome instanceof ApiError)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  expect(outcome.code).toBe("invalid_params");
  return outcome;
}

const good = { image_url: "https://example.com/a.jpg", type: "product", style: "studio" };

const longPrompt = "a".repeat(2001);

describe("a message", () => {
  everyTestTries("messages");
  const words = async (json: unknown) => (await refusal("generate", post(JSON.stringify(json)))).message;
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

  test.each([
    [without("image_url"), "image_url is required"],
    [{ ...good, image_url: null }, "image_url is required"],
    [{ ...good, image_url: "" }, "image_url must not be empty"],
    [{ ...good, image_url: ["x"] }, "image_url must be text"],
    [{ ...good, style: "Studio" }, "style must be one of studio, amazon, luxury, lifestyle"],
    [without("style"), "style is required: one of studio, amazon, luxury, lifestyle"],
    [{ ...good, type: "person" }, 'type must be "product"'],
    [{ ...good, prompt: longPrompt }, "prompt is longer than 2,000 characters"],
    [{ ...good, prompt: 7 }, "prompt must be text"],
    [{ ...good, prompt: "\0" }, "prompt must be text without NUL characters or broken Unicode"],
    [{ ...good, resolution: 4 }, "resolution must be one of 1K, 2K, 4K"],
    [[], "The body must be a JSON object"],
    [null, "The body must be a JSON object"],
    [
      { type: "product" },
      "image_url is required; style is required: one of studio, amazon, luxury, lifestyle",
    ],
  ])("describes what is wrong with %j", async (json, message) => {
    expect(await words(json)).toBe(message);
  });

  test.each(["0", "101", "x", "1.5", "", "1e9", "NaN", "5&limit=9"])(
    "names both bounds for the limit %j",
    async (limit) => {
      const request = new Request(`${url}?limit=${limit}`);
      const { message, issues } = await refusal("listGenerations", request);
      expect(message).toBe("limit must be a whole number between 1 and 100");
      expect(issues).toEqual([{ path: "limit", message }]);
    },
  );

  test("names the file and its limit when the size or the Content-Length of an upload is too large", async () => {
    tried("body", 2);
    const message = "file is larger than 4.5 MiB; send it with GET /api/v1/upload/signed";
    const data = new FormData();
    data.append("file", new Blob([new Uint8Array(4_718_593)]));
    expect((await refusal("upload", new Request(url, { method: "POST", body: data }))).message).toBe(message);
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "9000000" };
    const declared = await refusal("upload", new Request(url, { method: "POST", body: "--x", headers }));
    expect(declared).toMatchObject({ message, issues: [{ path: "file", message }] });
  });

  test.each(["generate", "upload"] as const)("of %s reports a compressed body", async (operation) => {
    const type = operation === "upload" ? "multipart/form-data; boundary=x" : "application/json";
    const headers = { "content-type": type, "content-encoding": "gzip" };
    const body = gzipSync(JSON.stringify(good));
    const { message } = await refusal(operation, new Request(url, { method: "POST", body, headers }));
    expect(message).toBe("The body is compressed (gzip): send it as it is");
  });
});

describe("a JSON body", () => {
  everyTestTries("json");
  test("may have null for optional fields, with the same request hash as without them", async () => {
    tried("optional-null", 3);
    const nulls = { ...good, prompt: null, aspect_ratio: null, resolution: null };
    const [left, absent] = await Promise.all(
      [nulls, good].map((json) => readInput(operations.generate, post(JSON.stringify(json)))),
    );
    expect(hashRequest("generate", left)).toBe(hashRequest("generate", absent));
  });

  test("is returned without defaults, because a brand look may set the rest", async () => {
    expect(await readInput(operations.generate, post(JSON.stringify(good)))).toEqual(good);
  });

  test("may begin with a byte order mark and name a charset", async () => {
    const body = `\uFEFF${JSON.stringify(good)}`;
    await readInput(operations.generate, post(body, "application/json; charset=utf-8"));
  });

  test.each([
    ["image_url", {}],
    ["image_url", { image_url: null }],
    ["image_url", { image_url: 1 }],
    ["image_url", { image_url: "" }],
    ["image_url", { image_url: `https://x.test/${"a".repeat(2048)}` }],
    ["image_url", { image_url: "https://x.test/\0" }],
    ["type", { type: "person" }],
    ["style", { style: "Studio" }],
    ["style", { style: "__proto__" }],
    ["prompt", { prompt: 7 }],
    ["prompt", { prompt: "a".repeat(2001) }],
    ["prompt", { prompt: "a\0b" }],
    ["prompt", { prompt: "\ud800" }],
    ["aspect_ratio", { aspect_ratio: "2:1" }],
    ["resolution", { resolution: "1k" }],
    ["resolution", { resolution: "8K" }],
  ])("with an invalid %s is rejected with that path: %j", async (path, change) => {
    const body = path in change ? { ...good, ...change } : change;
    const { issues } = await refusal("generate", post(JSON.stringify(body)));
    expect(issues?.map((issue) => issue.path)).toContain(path);
  });

  test.each([
    ["nothing", ""],
    ["a cut-off object", '{"image_url":'],
    ["a trailing comma", '{"a":1,}'],
    ["NaN", "NaN"],
    ["an array", "[]"],
    ["a number", "1e999"],
    ["null", "null"],
    ["a string", '"x"'],
    ["great depth", "[".repeat(30_000)],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ["broken UTF-8", new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
    ["a prototype", '{"__proto__":{"image_url":"x"}}'],
    ["more than 64 KiB", JSON.stringify({ ...good, pad: "x".repeat(70_000) })],
  ])("of %s is rejected", async (_name, body) => {
    await refusal("generate", post(body));
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "sent as %s is rejected, and the error names application/json",
    async (type) => {
      expect((await refusal("generate", post(JSON.stringify(good), type))).message).toContain(
        "application/json",
      );
    },
  );

  test("of any bytes is accepted or rejected with an ApiError", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json()), async (body) => {
        await readInput(operations.generate, post(body as BodyInit)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ApiError);
        });
      }),
    );
  });

  test("without an end is read only little further than the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const init = {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "application/json" },
    };
    await refusal("generate", new Request(url, init as RequestInit));
    expect(sent).toBeLessThan(10);
  });
});

describe("a file", () => {
  everyTestTries("multipart");
  const form = async (...parts: [string, Blob | string][]) => {
    const data = new FormData();
    for (const [name, value] of parts) data.append(name, value);
    const encoded = new Response(data);
    return post(await encoded.arrayBuffer(), encoded.headers.get("content-type") ?? "");
  };
  const file = (sizeBytes: number) => new Blob([new Uint8Array(sizeBytes).fill(7)]);

  test("is accepted up to exactly 4,718,592 bytes, and rejected above with a reference to signed uploads", async () => {
    const read = await readInput(operations.upload, await form(["file", file(4_718_592)]));
    expect(read).toMatchObject({ file: { byteLength: 4_718_592 } });
    expect((await refusal("upload", await form(["file", file(4_718_593)]))).message).toContain(
      "upload/signed",
    );
    await refusal("upload", await form(["file", file(9_000_000)]));
  });

  test("is rejected when missing, empty, plain text, under another name, or sent twice", async () => {
    await refusal("upload", await form());
    await refusal("upload", await form(["file", file(0)]));
    await refusal("upload", await form(["file", "text"]));
    await refusal("upload", await form(["image", file(10)]));
    await refusal("upload", await form(["file", file(10)], ["file", file(10)]));
    await refusal("upload", post("{}"));
    await refusal("upload", new Request(url, { method: "POST" }));
  });

  test.each([
    ['filename="27\\".png"', '27".png'],
    ['filename="27%22.png"', '27".png'],
    ['filename="a;b=c.png"', "a;b=c.png"],
    ['filename="größe.png"', "größe.png"],
    ["filename=plain.png", "plain.png"],
    ['filename=""', ""],
  ])("is accepted with the name %s", async (header, fileName) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; ${header}\r\nContent-Type: image/png\r\n\r\n`;
    const body = await readInput(
      operations.upload,
      post(`${head}pixels\r\n--x--\r\n`, "multipart/form-data; boundary=x"),
    );
    expect(body).toMatchObject({ fileName, file: Buffer.from("pixels") });
  });

  test.each([
    ["no boundary", "multipart/form-data", "--x--"],
    [
      "a truncated part",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="file"; f',
    ],
    ["another boundary", "multipart/form-data; boundary=y", "--x\r\n\r\n--x--"],
    ["no header end", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data"],
    [
      "an unterminated quote",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="fi\r\n\r\n1\r\n--x--',
    ],
    ["garbage", "multipart/form-data; boundary=x", "\0\x01\x02"],
  ])("in a body with %s is rejected", async (_name, type, body) => {
    await refusal("upload", post(body, type));
  });
});

describe("the contract", () => {
  test("validates the limit of a query", async () => {
    const read = (query: string) => readInput(operations.listGenerations, new Request(`${url}?${query}`));
    expect(await read("limit=5&key=abc")).toEqual({ limit: 5 });
    expect(await read("")).toEqual({ limit: 20 });
    for (const bad of ["limit=0", "limit=101", "limit=x", "limit=1.5"])
      await expect(read(bad)).rejects.toThrow();
  });

  test("names the response schema of every operation", () => {
    for (const { output } of Object.values(operations)) expect(z.globalRegistry.get(output)?.id).toBeTruthy();
  });
});
