// Guards ops/nginx.conf, run by the real nginx: limits per address, slow clients, addresses, errors in the API's form.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { errorBody } from "#lib/contract/error-schemas.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { hasNginx, startNginx } from "#lib/testing/nginx.ts";
import { countOf, eventually, openRaw, requestOf, serveFront } from "#lib/testing/raw-front.ts";
import { env } from "../platform/env.ts";

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** A service behind nginx. */
async function serveBehind(answer: Answerer) {
  vi.spyOn(env(), "TRUSTED_PROXIES", "get").mockReturnValue("loopback");
  const front = await serveFront(answer);
  const nginx = await startNginx(front.port);
  return {
    front,
    port: nginx.port,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
    },
  };
}

/** The whole response to the text of a request, whose connection ends with it. */
async function say(port: number, text: string, from = "127.0.0.2"): Promise<string> {
  const client = openRaw(port, { from });
  client.socket.write(text);
  await client.closed;
  return client.text();
}
const ask = (port: number, path: string, from?: string) =>
  say(port, requestOf(path, "Connection: close\r\n"), from);
/** The statuses of requests that follow each other on some connections. */
async function askOften(port: number, path: string, { each, from }: { each: number; from: string }) {
  const requests = Array.from({ length: each - 1 }, (_, at) => requestOf(`${path}?${at}`));
  const whole = [...requests, requestOf(path, "Connection: close\r\n")].join("");
  const texts = await Promise.all(Array.from({ length: 20 }, () => say(port, whole, from)));
  const statuses = [...texts.join("").matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  return { texts, served: countIn(statuses, 200), refused: countIn(statuses, 429) };
}
const countIn = (list: readonly number[], one: number) => list.filter((other) => other === one).length;

const expectError = (text: string, status: number, code: string) => {
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe(code);
  return head;
};

/** Install Debian's package `nginx-light` to run these tests. */
describe.skipIf(!hasNginx)("behind nginx (where it is installed)", () => {
  describe("a client", () => {
    everyTestTries("address");

    test("is counted by its own address, whatever it claims", async () => {
      await using service = await serveBehind(({ headers }, response) =>
        response.end(`from ${headers["x-forwarded-for"]}, ${headers.host}.`),
      );
      const forged = "X-Forwarded-For: 203.0.113.9\r\nX-Real-IP: 203.0.113.9\r\nConnection: close\r\n";
      expect(await say(service.port, requestOf("/api/live", forged), "127.0.0.7")).toContain(
        "from 127.0.0.7, x.",
      );
    });
  });

  describe("requests", () => {
    everyTestTries("starve");
    const done: Answerer = (_request, response) => void response.end("done.");

    test("of one address beyond its rate get 429 with Retry-After, while others and probes are served", async () => {
      await using service = await serveBehind(done);
      const calls = await askOften(service.port, "/api/v1/credits", { each: 50, from: "127.0.0.2" });
      expect(calls.served).toBeGreaterThanOrEqual(200);
      expect(calls.refused).toBeGreaterThan(0);
      const pages = await askOften(service.port, "/page", { each: 10, from: "127.0.0.3" });
      expect(pages.served).toBeGreaterThanOrEqual(60);
      expect(pages.refused).toBeGreaterThan(0);
      const last = pages.texts.map((text) => `HTTP/1.1 ${text.split("HTTP/1.1 ").at(-1)}`);
      const refused = last.find((text) => text.startsWith("HTTP/1.1 429")) ?? "";
      expect(expectError(refused, 429, "rate_limited")).toContain("Retry-After: 2");
      const probes = await askOften(service.port, "/api/live", { each: 10, from: "127.0.0.3" });
      expect([probes.served, probes.refused]).toEqual([200, 0]);
      expect(await ask(service.port, "/page", "127.0.0.4")).toContain("done.");
    });

    test("of one address beyond its connections get 429, while others are served", async () => {
      const held: ServerResponse[] = [];
      await using service = await serveBehind((request, response) => {
        if (request.url === "/samples/slow") held.push(response);
        else response.end("done.");
      });
      const clients = Array.from({ length: 160 }, () => openRaw(service.port, { from: "127.0.0.2" }));
      for (const { socket } of clients) socket.write(requestOf("/samples/slow"));
      await eventually(() =>
        expect(clients.filter(({ text }) => text().startsWith("HTTP/1.1 429"))).toHaveLength(160 - 128),
      );
      await eventually(() => expect(held).toHaveLength(128));
      expect(await ask(service.port, "/page", "127.0.0.3")).toContain("done.");
      for (const { socket } of clients) socket.destroy();
    });
  });

  describe("a slow client", () => {
    everyTestTries("unproven");

    test("that sends starts no handler until its body is complete", async () => {
      let begun = 0;
      await using service = await serveBehind(async (request, response) => {
        begun += 1;
        response.end(`${(await request.toArray()).join("").length} bytes.`);
      });
      const client = openRaw(service.port);
      const head = "Content-Length: 100000\r\nConnection: close\r\n";
      client.socket.write(requestOf("/api/v1/upload", head, "POST") + "x".repeat(60_000));
      expect(await ask(service.port, "/api/live")).toContain("0 bytes.");
      expect(begun).toBe(1);
      client.socket.write("x".repeat(40_000));
      await client.closed;
      expect(client.text()).toContain("100000 bytes.");
    });

    test("that reads nothing does not hold a response of the service", async () => {
      const closed = Promise.withResolvers<boolean>();
      await using service = await serveBehind((_request, response) => {
        response.once("close", () => closed.resolve(response.writableFinished));
        response.end(Buffer.alloc(12 * 1024 * 1024));
      });
      const client = openRaw(service.port, { isReading: false });
      client.socket.write(requestOf("/samples/large"));
      expect(await closed.promise).toBe(true);
      client.socket.destroy();
    });

    test("that follows events gets each at once", async () => {
      const begun = Promise.withResolvers<ServerResponse>();
      await using service = await serveBehind((_request, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
        begun.resolve(response);
      });
      const client = openRaw(service.port);
      client.socket.write(requestOf("/events"));
      const response = await begun.promise;
      for (const count of [1, 2]) {
        response.write("data: next\n\n");
        await eventually(() => expect(countOf(client.text(), "data: next")).toBe(count));
      }
      client.socket.destroy();
    });
  });

  describe("what nginx refuses", () => {
    everyTestTries("contract");

    test("has the API's form: a body that is too large, and a service that does not answer", async () => {
      const service = await serveBehind((_request, response) => void response.end("done."));
      const sizes = { "/api/v1/batches": 9_000_000, "/embedded/images/x/image/upload": 110_000_000 };
      for (const [path, bytes] of Object.entries(sizes)) {
        const client = openRaw(service.port);
        client.socket.write(requestOf(path, `Content-Length: ${bytes}\r\n`, "POST"));
        await eventually(() => expectError(client.text(), 413, "invalid_params"));
        client.socket.destroy();
      }
      await service.front[Symbol.asyncDispose]();
      expect(expectError(await ask(service.port, "/api/v1/credits"), 503, "overloaded")).toContain(
        "Retry-After: 5",
      );
      await service[Symbol.asyncDispose]().catch(() => undefined);
    });

    test("includes a head that is too large", async () => {
      await using service = await serveBehind((_request, response) => void response.end("done."));
      const long = requestOf("/", `X-Long: ${"x".repeat(20_000)}\r\nConnection: close\r\n`);
      expect(await say(service.port, long)).toMatch(/^HTTP\/1.1 400 /);
    });
  });
});
