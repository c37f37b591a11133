import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { FetchFailedError, UnsafeUrlError, unreachableMessage } from "./failure.ts";
import { SafeFetcher } from "./fetcher.ts";

let server: Server;
let base: string;
let connections = 0;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sent = { caller: "test", headers: { "x-own": "1" }, body: "{}", timeoutMs: 5_000, maxAnswerBytes: 100 };
const own = new SafeFetcher({ allowsLoopback: true });

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("it was sent");
    },
    (error: unknown) => error as Error,
  );
}

describe("a POST", () => {
  test("sends its body and headers, and returns status and text for any status", async () => {
    for (const status of [200, 302, 404, 500]) {
      let seen: IncomingMessage | undefined;
      answer = (request, response) => {
        seen = request;
        response.writeHead(status, { location: `${base}/elsewhere` }).end("answer");
      };
      expect(await own.post(`${base}/hook`, sent)).toEqual({ status, text: "answer" });
      expect(seen).toMatchObject({ method: "POST", url: "/hook" });
      expect(seen?.headers).toMatchObject({ "x-own": "1", "content-length": "2" });
    }
  });

  test("requests admission for the address of the connection, and sends nothing without it", async () => {
    let requests = 0;
    answer = (_request, response) => {
      requests += 1;
      response.writeHead(204).end();
    };
    const asked: string[] = [];
    const admit = async (address: string) => void asked.push(address);
    expect(await own.post(base, { ...sent, admit })).toMatchObject({ status: 204 });
    expect(await own.post(base.replace("127.0.0.1", "localhost"), { ...sent, admit })).toMatchObject({
      status: 204,
    });
    expect(asked).toEqual(["127.0.0.1", "127.0.0.1"]);
    const reason = new Error("not now");
    const refuse = () => Promise.reject(reason);
    expect(await failure(own.post(base, { ...sent, admit: refuse }))).toBe(reason);
    expect(requests).toBe(2);
  });

  test("reads a response only up to the given size, and no compressed one", async () => {
    answer = (_request, response) => response.writeHead(200).end("x".repeat(100_000));
    expect((await own.post(base, sent)).text).toBe("x".repeat(100));
    answer = (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("zzz");
    expect(await own.post(base, sent)).toEqual({ status: 200, text: "" });
  });

  test("returns the status of a response that breaks off or times out", async () => {
    answer = (request, response) => {
      response.writeHead(202, { "content-length": 50 }).write("begun");
      setImmediate(() => request.socket.destroy());
    };
    expect((await own.post(base, sent)).status).toBe(202);
    answer = (_request, response) => void response.writeHead(200).write("drip");
    expect(await own.post(base, { ...sent, timeoutMs: 300 })).toEqual({ status: 200, text: "drip" });
  });

  test("fails without a status in time", async () => {
    answer = () => undefined;
    const late = await failure(own.post(base, { ...sent, timeoutMs: 200 }));
    expect([late.name, late.message]).toEqual(["FetchFailedError", "the address took too long to answer"]);
    answer = (request) => request.socket.destroy();
    expect((await failure(own.post(base, sent))).message).toMatch(/closed the connection/);
  });
});

/** Addresses of internal networks of every kind. */
const insideAddress = fc.oneof(
  fc.tuple(fc.constant(10), fc.nat(255), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(0), fc.nat(255), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255)),
);
const loopback = fc.tuple(fc.constant(127), fc.nat(255), fc.nat(255), fc.nat(255));

/** The same address in every notation that URLs allow. */
function spellings([a, b, c, d]: readonly number[]): string[] {
  const [w = 0, x = 0, y = 0, z = 0] = [a, b, c, d];
  const number = ((w * 256 + x) * 256 + y) * 256 + z;
  return [
    `${w}.${x}.${y}.${z}`,
    String(number),
    `0x${number.toString(16)}`,
    `0${w.toString(8)}.${x}.${y}.${z}`,
    `[::ffff:${w}.${x}.${y}.${z}]`,
  ];
}

describe("internal addresses", () => {
  test("are rejected in any notation without a connection, also when loopback is allowed", async () => {
    const before = connections;
    await fc.assert(
      fc.asyncProperty(insideAddress, fc.constantFrom("", ":80", ":443", ":8080"), async (address, port) => {
        tried("inside-addresses");
        for (const host of spellings(address)) {
          const url = `http://${host}${port}/`;
          const errors = [
            await failure(own.check(url, "test")),
            await failure(new SafeFetcher().post(url, sent)),
          ];
          for (const error of errors) {
            expect(error instanceof FetchFailedError || error instanceof UnsafeUrlError).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
    expect(connections).toBe(before);
  });

  test("of this machine are rejected on every port, unless loopback is allowed", async () => {
    const before = connections;
    const { port } = new URL(base);
    await fc.assert(
      fc.asyncProperty(loopback, async (address) => {
        tried("inside-addresses");
        for (const host of [...spellings(address), "localhost", "[::1]"]) {
          const plain = new SafeFetcher();
          expect(await failure(plain.check(`http://${host}/`, "test"))).toBeInstanceOf(FetchFailedError);
          expect(await failure(plain.post(`http://${host}:${port}/`, sent))).toBeInstanceOf(UnsafeUrlError);
        }
      }),
      { numRuns: 50 },
    );
    expect(connections).toBe(before);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "127.0.0.2"]) {
      await expect(own.check(`http://${host}:${port}/`, "test")).resolves.toBeUndefined();
    }
  });

  test("are rejected behind other names, which may use only the two standard ports", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const fetcher = new SafeFetcher({ allowsLoopback: true, resolve });
    expect((await failure(fetcher.check("http://shop.example/", "test"))).message).toBe(unreachableMessage);
    expect(await failure(fetcher.check("http://shop.example:8080/", "test"))).toBeInstanceOf(UnsafeUrlError);
    const turned = new SafeFetcher({
      allowsLoopback: true,
      resolve: async () => [{ address: "10.0.0.1", family: 4 }],
    });
    expect((await failure(turned.post("http://localhost:8080/", sent))).message).toBe(unreachableMessage);
  });
});
