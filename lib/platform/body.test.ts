import fc from "fast-check";
import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { BodyError, boundRequest, readBody } from "./body.ts";

everyTestTries("body");

const url = "http://localhost:3000/";

function streamOf(chunks: Uint8Array<ArrayBuffer>[], onPull: () => void = () => undefined): ReadableStream {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      onPull();
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body, headers, duplex: "half" } as RequestInit);

test("returns exactly the sent bytes or rejects them as too large, in any chunks", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 20 }),
    fc.integer({ min: 0, max: 400 }),
    async (pieces, maxBytes) => {
      const chunks = pieces.map((piece) => new Uint8Array(piece));
      const whole = Buffer.concat(chunks);
      const outcome = await readBody(post(streamOf(chunks)), maxBytes).catch((error: unknown) => error);
      if (whole.length <= maxBytes) expect(Buffer.from(outcome as Uint8Array)).toEqual(whole);
      else expect(outcome).toMatchObject({ name: "BodyError", fault: "too_large" });
    },
  );
  await fc.assert(property, { numRuns: 200, verbose: 1 });
});

test("stops reading an endless body soon after its limit", async () => {
  let pulls = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulls += 1;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  await expect(readBody(post(endless), 10 * 1024)).rejects.toBeInstanceOf(BodyError);
  expect(pulls).toBeLessThan(20);
});

test("rejects a Content-Length that is too large without reading", async () => {
  const request = { headers: new Headers({ "content-length": "1025" }), body: null };
  await expect(readBody(request, 1024)).rejects.toThrow("larger than 1 KiB");
});

test("rejects a compressed body with its encoding", async () => {
  await expect(readBody(post("x", { "content-encoding": "gzip" }), 10)).rejects.toThrow("compressed (gzip)");
});

test("reports a body that breaks off as broken", async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) });
  await expect(readBody(post(broken), 10)).rejects.toMatchObject({ fault: "broken" });
});

test("returns the same request with a body of bounded size", async () => {
  const bound = await boundRequest(post('{"a":1}', { "content-type": "application/json" }), 100);
  expect([bound.method, bound.url, bound.headers.get("content-type")]).toEqual([
    "POST",
    url,
    "application/json",
  ]);
  expect(await bound.json()).toEqual({ a: 1 });
});
