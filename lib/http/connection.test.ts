import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startDraining } from "#lib/platform/process.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { routesOf, serveRoutes } from "#lib/testing/http-server.ts";
import { countOf, eventually, openRaw, requestOf, serveFront } from "#lib/testing/raw-front.ts";
import { restart } from "#lib/testing/restart.ts";

everyTestTries("unproven");
afterEach(() => void vi.restoreAllMocks());

/** An app whose responses the test sends by hand. */
function held() {
  const begun: { request: IncomingMessage; response: ServerResponse }[] = [];
  const app = (request: IncomingMessage, response: ServerResponse) => void begun.push({ request, response });
  return { app, begun, paths: () => begun.map(({ request }) => request.url) };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 30));
const pathOf = (index: number) => `/api/v1/credits/${index}`;
const key = "X-API-Key: k\r\n";
const pipelined = (count: number) =>
  Array.from({ length: count }, (_, index) => requestOf(pathOf(index), key)).join("");

describe("requests of one connection", () => {
  test("are run and answered one after another", async () => {
    const { app, begun, paths } = held();
    await using front = await serveFront(app);
    const client = openRaw(front.port);
    client.socket.write(pipelined(3));
    for (const index of [0, 1, 2]) {
      await eventually(() => expect(begun).toHaveLength(index + 1));
      await turns();
      expect(paths()).toEqual([0, 1, 2].slice(0, index + 1).map(pathOf));
      begun[index]?.response.end(`answer ${index}.`);
    }
    await eventually(() =>
      expect(client.text().match(/answer \d/g)).toEqual(["answer 0", "answer 1", "answer 2"]),
    );
  });

  test("beyond a hundred are not started, and the connection is closed", async () => {
    let begun = 0;
    await using front = await serveFront((_request, response) => {
      begun += 1;
      response.end("done.");
    });
    const client = openRaw(front.port);
    client.socket.write(pipelined(1_000));
    await client.closed;
    expect(begun).toBe(100);
  });

  test("are a hundred whatever a handler says about the connection, and the last response says so", async () => {
    const headers = { "content-type": "text/event-stream", connection: "keep-alive" };
    const answer = async () => new Response("data: {}\n\n", { headers });
    const service = await serveRoutes(routesOf({ "/api/v1/stream": { GET: answer } }));
    const client = openRaw(Number(new URL(service.url).port));
    client.socket.write(requestOf("/api/v1/stream", key).repeat(101));
    await client.closed;
    expect(countOf(client.text(), "data: {}")).toBe(100);
    expect(countOf(client.text(), "Connection: keep-alive")).toBe(99);
    expect(client.text()).toMatch(/Connection: close\r\n(?!.*HTTP\/)/s);
    await service.close();
  });

  test("end with the one that is under way when the process begins to shut down", async () => {
    const answer = async () => {
      startDraining();
      return Response.json({});
    };
    const service = await serveRoutes(routesOf({ "/api/v1/slow": { GET: answer } }));
    const client = openRaw(Number(new URL(service.url).port));
    client.socket.write(requestOf("/api/v1/slow", key));
    await client.closed;
    // Otherwise every later test would run in a process that shuts down.
    restart();
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*\{\}$/);
    await service.close();
  });

  test("end with a last one that receives its response also while it sends its body", async () => {
    const paths: (string | undefined)[] = [];
    await using front = await serveFront((request, response) => {
      paths.push(request.url);
      response.end("refused.");
    });
    const socket = connect({ port: front.port, host: "127.0.0.1", allowHalfOpen: true });
    const failed = vi.fn();
    socket.on("error", failed);
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes;
    });
    const [ended, closed] = [once(socket, "end"), once(socket, "close")];
    const headers = "Connection: close\r\nTransfer-Encoding: chunked\r\n";
    socket.write(`${requestOf("/api/v1/estimate", headers, "POST")}2\r\nab\r\n`);
    await ended;
    expect(text).toMatch(/Connection: close\r\n[\s\S]*refused\./);
    const chunk = `40000\r\n${"x".repeat(0x40000)}\r\n`;
    for (let count = 0; count < 20; count += 1) await new Promise((resolve) => socket.write(chunk, resolve));
    socket.end(`0\r\n\r\n${requestOf("/api/v1/behind")}`);
    await closed;
    expect(failed).not.toHaveBeenCalled();
    expect(paths).toEqual(["/api/v1/estimate"]);
  });

  test("may have bodies, and the handler of each reads its own", async () => {
    const bodies: string[] = [];
    await using front = await serveFront(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.end("done.");
    });
    const client = openRaw(front.port);
    const post = (body: string) =>
      `${requestOf("/api/v1/estimate", `Content-Length: ${body.length}\r\n`, "POST")}${body}`;
    const chunked = `${requestOf("/api/v1/estimate", "Transfer-Encoding: chunked\r\n", "POST")}3\r\ntwo\r\n0\r\n\r\n`;
    client.socket.write(post("one") + chunked + post("x".repeat(200_000)));
    await eventually(() => expect(countOf(client.text(), "done.")).toBe(3));
    expect(bodies.map((body) => body.slice(0, 3))).toEqual(["one", "two", "xxx"]);
  });

  test.each([
    ["Connection: close", `${requestOf("/api/v1/a", "Connection: close\r\n")}${requestOf("/api/v1/b")}`],
    ["HTTP/1.0", `GET /api/v1/a HTTP/1.0\r\n\r\nGET /api/v1/b HTTP/1.0\r\n\r\n`],
    ["a head that cannot be read", `${requestOf("/api/v1/a")}NONSENSE\r\n\r\n`],
  ])(
    "after %s are not started, and nothing is inserted into the response before them",
    async (_name, text) => {
      const { app, begun, paths } = held();
      await using front = await serveFront(app);
      const client = openRaw(front.port);
      client.socket.write(text);
      await eventually(() => expect(begun).toHaveLength(1));
      await turns();
      begun[0]?.response.end("whole.");
      await client.closed;
      expect(paths()).toEqual(["/api/v1/a"]);
      expect(client.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*whole\.(\r\n0\r\n\r\n)?$/);
    },
  );
});

test("a response that its client never reads is dropped with its connection", async () => {
  let begun = 0;
  const app = (_request: IncomingMessage, response: ServerResponse) => {
    begun += 1;
    response.end(Buffer.alloc(14 * 1024 * 1024, "x"));
  };
  await using front = await serveFront(app, { silenceTimeoutMs: 150 });
  const client = openRaw(front.port, { isReading: false });
  client.socket.write(requestOf("/api/v1/a"));
  await eventually(() => expect(begun).toBe(1));
  await eventually(async () => expect(await front.connections()).toBe(0));
  client.socket.destroy();
});

test("an idle connection stays open for longer than those of proxies usually do", async () => {
  await using front = await serveFront((_request, response) => void response.end("done."));
  const client = openRaw(front.port);
  client.socket.write(requestOf("/api/live"));
  await eventually(() => expect(client.text()).toMatch(/Keep-Alive: timeout=75\b[\s\S]*done\./));
  client.socket.destroy();
});

describe("a request to upgrade", () => {
  everyTestTries("contract");
  const upgrades = {
    "curl --http2":
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n",
    "a web socket":
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\n",
  };

  test.each(Object.entries(upgrades))(
    "by %s is served over HTTP/1.1, with a body and without",
    async (_by, headers) => {
      await using front = await serveFront(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        response.end(`${request.method} ${body || "nothing"} ${request.headers.upgrade}.`);
      });
      const client = openRaw(front.port);
      const post = requestOf("/api/v1/estimate", `${headers}Content-Length: 5\r\n`, "POST");
      const chunked = requestOf("/api/v1/estimate", `${headers}Transfer-Encoding: chunked\r\n`, "POST");
      const texts = [requestOf("/api/v1/a", headers), `${post}hello`, `${chunked}3\r\nhey\r\n0\r\n\r\n`];
      for (const [index, text] of [...texts, requestOf("/api/v1/a")].entries()) {
        client.socket.write(text);
        await eventually(() => expect(countOf(client.text(), "HTTP/1.1 200 OK")).toBe(index + 1));
      }
      const bodies = client.text().match(/(GET|POST) \w+ undefined\./g);
      expect(bodies).toEqual(
        ["GET nothing", "POST hello", "POST hey", "GET nothing"].map((one) => `${one} undefined.`),
      );
    },
  );
});
