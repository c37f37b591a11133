import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modelFetch } from "./model-fetch.ts";

let server: Server;
let other: Server;
let base: string;
let touched = 0;
const routes: Record<string, (response: ServerResponse) => void> = {};

beforeAll(async () => {
  server = createServer((request, response) => routes[request.url ?? ""]?.(response));
  other = createServer((_request, response) => {
    touched += 1;
    response.end("inside");
  });
  for (const one of [server, other])
    await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => {
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
});

const portOf = (one: Server) => (one.address() as AddressInfo).port;
const read = async (answer: Promise<Response>) => (await answer).arrayBuffer();

test("a response up to the size limit arrives complete, and a larger one is rejected, declared or not", async () => {
  const fetchBounded = modelFetch({ baseUrl: base, maxBytes: 1000 });
  routes["/fits"] = (response) => response.end(Buffer.alloc(1000));
  routes["/declared"] = (response) => response.end(Buffer.alloc(1001));
  routes["/undeclared"] = (response) => {
    response.write(Buffer.alloc(600));
    response.end(Buffer.alloc(401));
  };
  routes["/gzip"] = (response) => {
    response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(1_000_000)));
  };
  expect((await read(fetchBounded(`${base}/fits`))).byteLength).toBe(1000);
  for (const path of ["/declared", "/undeclared", "/gzip"]) {
    await expect(read(fetchBounded(base + path))).rejects.toMatchObject({ kind: "too_large" });
  }
});

test("a form is sent as multipart form data with its length", async () => {
  const seen: { type?: string | undefined; length?: string | undefined } = {};
  const echo = createServer((request, response) => {
    seen.type = request.headers["content-type"];
    seen.length = request.headers["content-length"];
    request.resume().on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(50)], { type: "image/png" }));
  const url = `http://127.0.0.1:${portOf(echo)}`;
  await modelFetch({ baseUrl: url })(`${url}/edits`, { method: "POST", body: form });
  echo.close();
  expect(seen.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(Number(seen.length)).toBeGreaterThan(50);
});

test("a redirect is returned, not followed", async () => {
  touched = 0;
  const target = `http://127.0.0.1:${portOf(other)}/`;
  routes["/moved"] = (response) => response.writeHead(307, { location: target }).end();
  const answer = await modelFetch({ baseUrl: base })(`${base}/moved`, {
    method: "POST",
    headers: { "x-key": "k" },
    body: "{}",
  });
  expect([answer.status, touched]).toEqual([307, 0]);
});

test.each(["127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "[::ffff:127.0.0.1]", "localhost"])(
  "a provider at a public address cannot cause a fetch from %s",
  async (host) => {
    touched = 0;
    const work = modelFetch({ baseUrl: "https://8.8.8.8/v1" })(`http://${host}:${portOf(other)}/picture.png`);
    await expect(work).rejects.toSatisfy((error: unknown) =>
      JSON.stringify(causes(error)).includes("private_address"),
    );
    expect(touched).toBe(0);
  },
);

test("a provider at a private address may name other private addresses", async () => {
  touched = 0;
  const answer = await modelFetch({ baseUrl: base })(`http://127.0.0.1:${portOf(other)}/picture.png`);
  expect([await answer.text(), touched]).toEqual(["inside", 1]);
});

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [{ ...error }, ...causes(error.cause)] : [];
}
