import { once } from "node:events";
import { Agent, type IncomingMessage, request as send } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { serveFront } from "#lib/testing/raw-front.ts";
import { env } from "../platform/env.ts";
import { type Handler, RouteTable } from "./route-table.ts";

/** The handlers of the routes, replaced by tests. */
const handlers = new Map<string, Handler>();
const routes = new RouteTable();
const { credits, getGeneration, generate, upload, batchArchive } = operations;
for (const { method, path } of [credits, getGeneration, generate, upload, batchArchive]) {
  const handler: Handler = (request, context) =>
    handlers.get(`${method} ${path}`)?.(request, context) ?? echo(request, context);
  routes.add(path.replace(/\{(\w+)\}/g, "[$1]"), { [method]: handler });
}
/** Serves an operation by a handler in this test. */
const serve = ({ method, path }: { method: string; path: string }, handler: Handler) =>
  handlers.set(`${method} ${path}`, handler);

/** Stands in for the framework. */
const { port, [Symbol.asyncDispose]: close } = await serveFront(
  (request, response) => {
    response.end(`framework: ${request.method} ${request.url}`);
  },
  { routes },
);
afterAll(close);

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
}

async function ask(path: string, { body, agent, ...sent }: Sent = {}) {
  const outgoing = send({ host: "127.0.0.1", port, path, agent: agent ?? false, ...sent }).end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() };
}

const echo: Handler = async (request, context) =>
  Response.json({
    url: request.url,
    params: await context?.params,
    key: request.headers.get("x-api-key"),
    sent: request.body === null ? null : await request.text(),
  });

beforeEach(() => handlers.clear());

describe("an operation", () => {
  test("is handled without the framework, with its parameters, query, headers and body", async () => {
    expect(JSON.parse((await ask("/api/v1/credits?a=1", { headers: { "X-API-Key": "k" } })).text)).toEqual({
      url: `${env().BASE_URL}/api/v1/credits?a=1`,
      params: {},
      key: "k",
      sent: null,
    });
    expect(JSON.parse((await ask("/api/v1/generations/gen_1")).text).params).toEqual({ id: "gen_1" });
    for (const body of ["", "small", "x".repeat(300_000)]) {
      expect(JSON.parse((await ask("/api/v1/generate", { method: "POST", body })).text).sent).toBe(body);
      const chunked = { "Transfer-Encoding": "chunked" };
      const answer = await ask("/api/v1/generate", { method: "POST", body, headers: chunked });
      expect(JSON.parse(answer.text).sent).toBe(body);
    }
  });

  test("has the common headers, and a large response is compressed if the client accepts it", async () => {
    serve(getGeneration, async () =>
      Response.json({ text: "x".repeat(5_000) }, { headers: { Vary: "Cookie" } }),
    );
    const plain = await ask("/api/v1/generations/gen_1");
    expect(plain.headers).toMatchObject({ "content-length": "5011", "x-content-type-options": "nosniff" });
    expect(plain.headers["x-request-id"]).toMatch(/^req_/);
    const packed = await ask("/api/v1/generations/gen_1", { headers: { "Accept-Encoding": "br, gzip" } });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Cookie, Accept-Encoding" });
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    const refused = await ask("/api/v1/generations/gen_1", { headers: { "Accept-Encoding": "gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    const small = await ask("/api/v1/credits", { headers: { "Accept-Encoding": "gzip" } });
    expect(small.headers["content-encoding"]).toBeUndefined();
  });

  test("may send a response without a body, or stream a file", async () => {
    serve(getGeneration, async () => new Response(null, { status: 304, headers: { ETag: '"a"' } }));
    const nothing = await ask("/api/v1/generations/gen_1");
    expect(nothing).toMatchObject({ status: 304, text: "" });
    expect(nothing.headers["content-length"]).toBeUndefined();
    const made: string[] = [];
    const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        made.push("part");
        if (made.length > 100) controller.close();
        else controller.enqueue(new Uint8Array(50_000));
      },
    });
    serve(batchArchive, async () => new Response(content, { headers: { "Content-Type": "image/png" } }));
    const file = await ask("/api/v1/batches/bat_1/archive", { headers: { "Accept-Encoding": "gzip" } });
    expect(file.bytes.length).toBe(5_000_000);
    expect(file.headers["content-encoding"]).toBeUndefined();
  });

  test("is aborted when its client disconnects, and its response stream is canceled", async () => {
    const called = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<void>();
    const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new Uint8Array(50_000)),
      cancel: () => ended.resolve(),
    });
    serve(batchArchive, async ({ signal }) => {
      called.resolve(signal);
      return new Response(content, { headers: { "Content-Type": "image/png" } });
    });
    const outgoing = send({
      host: "127.0.0.1",
      port,
      path: "/api/v1/batches/bat_1/archive",
      agent: false,
    }).end();
    outgoing.on("error", () => undefined);
    const signal = await called.promise;
    expect(signal.aborted).toBe(false);
    outgoing.destroy();
    await ended.promise;
    await expect.poll(() => signal.aborted).toBe(true);
  });

  test("that responds before it has read the body leaves the connection usable for the next request", async () => {
    serve(upload, async () => new Response(null, { status: 401 }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = Buffer.alloc(3_000_000);
    for (let round = 0; round < 3; round += 1) {
      expect((await ask("/api/v1/upload", { method: "POST", body, agent })).status).toBe(401);
    }
    expect((await ask("/api/v1/credits", { agent })).status).toBe(200);
    agent.destroy();
  });

  test("that fails responds with internal_error, without the cause", async () => {
    const failing: Handler = async () => {
      await nextTurn();
      throw new Error("secret");
    };
    serve(getGeneration, failing);
    const { status, text } = await ask("/api/v1/generations/gen_1");
    expect(status).toBe(500);
    expect(JSON.parse(text).error.code).toBe("internal_error");
    expect(text).not.toContain("secret");
  });
});

test.each([
  "/api/v1/generations/a/b/c",
  "/api/v1/Credits",
  "/api/v1/%63redits",
  "/api/v1/creditsx",
  "/studio",
])("the framework serves %s, which is no route", async (path) => {
  expect((await ask(path)).text).toBe(`framework: GET ${path}`);
});

test("a path of 300 characters is not cut to that of another route", async () => {
  const id = "x".repeat(300);
  expect(JSON.parse((await ask(`/api/v1/generations/${id}`)).text).params).toEqual({ id });
});
