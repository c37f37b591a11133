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
    const refused = await refusal("generate", post(JSON.stringify(json)));
    expect(refused.message).toBe(message);
    const paths = message.split("; ").map((part) => part.match(/^[a-z_]+/)?.[0] ?? "");
    expect(refused.issues?.map(({ path }) => path)).toEqual(paths);
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

  test("sent as a form without a boundary is rejected, and the error names application/json", async () => {
    const { message } = await refusal("generate", post(JSON.stringify(good), "multipart/form-data"));
    expect(message).toContain("application/json");
  });

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
});

describe("the contract", () => {
  test("has a default for the limit of a query", async () => {
    const read = (query: string) => readInput(operations.listGenerations, new Request(`${url}?${query}`));
    expect(await read("limit=5&key=abc")).toEqual({ limit: 5 });
    expect(await read("")).toEqual({ limit: 20 });
  });

  test("names the response schema of every operation", () => {
    for (const { output } of Object.values(operations)) expect(z.globalRegistry.get(output)?.id).toBeTruthy();
  });
});
