import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { FetchFailedError, UnsafeUrlError, unreachableMessage } from "./failure.ts";
import { type FetchOptions, SafeFetcher } from "./fetcher.ts";
import type { ResolvedAddress } from "./name-resolver.ts";

const maxBytes = 1000;
const folder = await mkdtemp(path.join(tmpdir(), "fetcher-"));

/** Servers on this machine that must never be reached. */
const canaries: Server[] = [];
let touched: string[] = [];
let canaryPorts: number[] = [];

/** The only server that tests may fetch from. */
let server: Server;
let base: string;
let allowedTargets: Set<string>;
const routes = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();

function listen(
  host: string,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const created = createServer(handler);
  return new Promise((resolve, reject) => {
    created.once("error", reject);
    created.listen(0, host, () => resolve(created));
  });
}

const portOf = (one: Server) => (one.address() as AddressInfo).port;

beforeAll(async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80"))
    .map(({ address }) => address);
  for (const host of ["127.0.0.1", "::1", ...own.slice(0, 2)]) {
    const canary = await listen(host, (_request, response) => response.end("secret"));
    canary.on("connection", () => touched.push(host));
    canaries.push(canary);
  }
  canaryPorts = canaries.map(portOf);
  server = await listen("127.0.0.1", (request, response) => {
    const route = routes.get(new URL(request.url ?? "/", "http://x").pathname);
    if (route) route(request, response);
    else response.writeHead(404).end("upstream text");
  });
  base = `http://127.0.0.1:${portOf(server)}`;
  allowedTargets = new Set([`127.0.0.1:${portOf(server)}`]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  for (const one of [...canaries, server]) {
    one.closeAllConnections();
    one.close();
  }
});

/** The bytes that a fetcher writes to a file. */
async function fetchImage(
  fetcher: SafeFetcher,
  url: string,
  options: Partial<FetchOptions> = {},
): Promise<Buffer> {
  const file = path.join(folder, randomUUID());
  await fetcher.fetchImageTo(file, url, { caller: "test", maxBytes, ...options });
  return readFile(file);
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("the fetch succeeded");
    },
    (error: unknown) => error as Error,
  );
}

const resolveTo =
  (...answers: ResolvedAddress[][]) =>
  async (): Promise<ResolvedAddress[]> =>
    (answers.length > 1 ? answers.shift() : answers[0]) ?? [];

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 });

describe("internal addresses", () => {
  everyTestTries("inside-addresses");
  const hosts = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.127.127.127",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "2130706433",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "0",
    "0.0.0.0",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "ip6-localhost",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[2001:0:7f00:1::]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "100.100.100.200",
    "100.64.0.1",
    "192.0.0.192",
    "168.63.129.16",
    "255.255.255.255",
    "224.0.0.1",
    "[ff02::1]",
    "198.18.0.1",
    "[100::1]",
    "[3fff::1]",
    "[2001:db8::1]",
    "240.0.0.1",
  ];

  test.each(hosts)("%s is rejected on every port without a connection", async (host) => {
    touched = [];
    const fetcher = new SafeFetcher();
    for (const port of ["", ":80", ":443"]) {
      const error = await failure(fetchImage(fetcher, `http://${host}${port}/`));
      expect([error.name, error.message]).toEqual(["FetchFailedError", unreachableMessage]);
    }
    for (const port of canaryPorts) {
      expect(await failure(fetchImage(fetcher, `http://${host}:${port}/`))).toBeInstanceOf(UnsafeUrlError);
    }
    expect(touched).toEqual([]);
  });

  test("this machine's own addresses are rejected without a connection, even on an allowed port", async () => {
    touched = [];
    // The canary's port is allowed, its address is not.
    for (const [index, port] of canaryPorts.entries()) {
      const fetcher = new SafeFetcher({ allowedTargets: new Set([`192.0.2.1:${port}`]) });
      const { address, family } = (canaries[index] ?? server).address() as AddressInfo;
      const host = family === "IPv6" ? `[${address}]` : address;
      const error = await failure(fetchImage(fetcher, `http://${host}:${port}/`));
      expect(error.message).toBe(unreachableMessage);
    }
    expect(touched).toEqual([]);
  });

  test.each([
    ["a private A record", [v4("10.0.0.1")]],
    ["a loopback A record", [v4("127.0.0.1")]],
    ["a loopback AAAA record", [v6("::1")]],
    ["a mapped AAAA record", [v6("::ffff:127.0.0.1")]],
    ["one private among public ones", [v4("93.184.216.34"), v4("127.0.0.1")]],
    ["public A and private AAAA", [v4("93.184.216.34"), v6("fd00::1")]],
    ["no record", []],
    ["nonsense", [v4("not an address")]],
  ])("a name with %s is rejected without a connection", async (_name, addresses) => {
    touched = [];
    const fetcher = new SafeFetcher({
      resolve: resolveTo(addresses),
      allowedTargets: new Set(canaryPorts.map((port) => `192.0.2.1:${port}`)),
    });
    for (const port of [80, ...canaryPorts]) {
      const error = await failure(fetchImage(fetcher, `http://cdn.example:${port}/a.jpg`));
      expect(error.message).toBe(unreachableMessage);
    }
    expect(touched).toEqual([]);
  });

  test("a name that resolves to another address after the check is connected at the checked address", async () => {
    touched = [];
    let asked = 0;
    routes.set("/pinned", (_request, response) => response.end("picture"));
    const fetcher = new SafeFetcher({
      allowedTargets,
      resolve: async () => {
        asked += 1;
        return [v4(asked === 1 ? "127.0.0.1" : "::1")];
      },
    });
    const url = `http://rebinding.example:${portOf(server)}/pinned`;
    expect(Buffer.from(await fetchImage(fetcher, url)).toString()).toBe("picture");
    expect(asked).toBe(1);
    expect(touched).toEqual([]);
  });

  test("the target of a redirect is resolved again, and rejected when it is internal", async () => {
    touched = [];
    routes.set("/hop", (_request, response) =>
      response.writeHead(302, { location: `http://rebinding.example:${portOf(server)}/x` }).end(),
    );
    const fetcher = new SafeFetcher({
      allowedTargets,
      resolve: resolveTo([v4("127.0.0.1")], [v4("10.0.0.1")]),
    });
    const error = await failure(fetchImage(fetcher, `http://rebinding.example:${portOf(server)}/hop`));
    expect(error.message).toBe(unreachableMessage);
    expect(touched).toEqual([]);
  });
});

describe("invalid URLs", () => {
  everyTestTries("inside-addresses");
  test.each([
    ["ftp://example.com/a.jpg", /https:\/\/ or http:\/\//],
    ["file:///etc/passwd", /https:\/\/ or http:\/\//],
    ["gopher://127.0.0.1:6379/_x", /https:\/\/ or http:\/\//],
    ["data:image/png;base64,AAAA", /https:\/\/ or http:\/\//],
    ["javascript:alert(1)", /https:\/\/ or http:\/\//],
    ["blob:http://example.com/x", /https:\/\/ or http:\/\//],
    ["http://user@example.com/", /user name or password/],
    ["http://user:pass@example.com/", /user name or password/],
    ["http://example.com@127.0.0.1/", /user name or password/],
    ["http://example.com:22/", /port 80 or 443/],
    ["http://example.com:25/", /port 80 or 443/],
    ["http://example.com:5432/", /port 80 or 443/],
    ["http://example.com:6379/", /port 80 or 443/],
    ["https://example.com:8443/", /port 80 or 443/],
    ["http://", /not a valid URL/],
    ["http://[::1", /not a valid URL/],
    ["http://a b/", /not a valid URL/],
    ["//example.com/a.jpg", /not a valid URL/],
    ["photo.jpg", /not a valid URL/],
    ["", /not a valid URL/],
  ])("%s is rejected without resolving a name", async (url, message) => {
    const fetcher = new SafeFetcher({
      resolve: async () => {
        throw new Error("nothing may be resolved");
      },
    });
    const error = await failure(fetchImage(fetcher, url));
    expect(error).toBeInstanceOf(UnsafeUrlError);
    expect(error.message).toMatch(message);
  });

  test.each([
    "http://127.0.0.1\\@example.com/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    "http://127.0.0.1/@example.com",
  ])("%s is rejected by its real host", async (url) => {
    expect((await failure(fetchImage(new SafeFetcher(), url))).message).toBe(unreachableMessage);
  });
});

describe("redirects", () => {
  everyTestTries("inside-addresses");
  const fetcher = () => new SafeFetcher({ allowedTargets });

  test.each([301, 302, 303, 307, 308])("%i is followed to a picture", async (status) => {
    routes.set("/from", (_request, response) =>
      response.writeHead(status, { location: "/to" }).end("a body"),
    );
    routes.set("/to", (_request, response) => response.end("picture"));
    expect(Buffer.from(await fetchImage(fetcher(), `${base}/from`)).toString()).toBe("picture");
  });

  test.each([301, 302, 303, 307, 308])(
    "%i to an internal address is rejected without a connection",
    async (status) => {
      for (const location of [
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "//localhost/",
        "http://2130706433/",
      ]) {
        touched = [];
        routes.set("/in", (_request, response) => response.writeHead(status, { location }).end());
        expect((await failure(fetchImage(fetcher(), `${base}/in`))).message).toBe(unreachableMessage);
        expect(touched).toEqual([]);
      }
    },
  );

  test.each(["file:///etc/passwd", "gopher://x/", "http://u:p@example.com/", "http://example.com:22/"])(
    "to %s is rejected",
    async (location) => {
      routes.set("/bad", (_request, response) => response.writeHead(302, { location }).end());
      expect(await failure(fetchImage(fetcher(), `${base}/bad`))).toBeInstanceOf(UnsafeUrlError);
    },
  );

  test("up to twenty are followed, and a further one or a loop is rejected", async () => {
    for (let hop = 0; hop < 22; hop += 1) {
      routes.set(`/hop${hop}`, (_request, response) =>
        response.writeHead(302, { location: `/hop${hop + 1}` }).end(),
      );
    }
    routes.set("/hop22", (_request, response) => response.end("end"));
    const fetchHop = (hop: number) => fetchImage(fetcher(), `${base}/hop${hop}`);
    expect((await fetchHop(2)).toString()).toBe("end");
    expect((await failure(fetchHop(1))).message).toMatch(/redirects too often/);
    routes.set("/loop", (_request, response) => response.writeHead(302, { location: "/loop" }).end());
    expect((await failure(fetchImage(fetcher(), `${base}/loop`))).message).toMatch(/redirects too often/);
  });

  test.each([
    ["raw UTF-8", Buffer.from("/möbel/stühle.png").toString("latin1")],
    ["percent signs", "/m%C3%B6bel/st%C3%BChle.png"],
    ["Latin-1 that is not UTF-8", "/m\xf6bel/st\xfchle.png"],
  ])("to a path in %s are followed", async (_name, location) => {
    routes.set("/utf8", (_request, response) => response.writeHead(302, { location }).end());
    routes.set("/m%C3%B6bel/st%C3%BChle.png", (_request, response) => response.end("chair"));
    const picture = await fetchImage(fetcher(), `${base}/utf8`);
    expect(picture.toString()).toBe("chair");
  });
});

describe("responses", () => {
  everyTestTries("fetch-limits");
  const fetcher = () => new SafeFetcher({ allowedTargets });
  const fail = (path: string, options: { signal?: AbortSignal } = {}) =>
    failure(fetchImage(fetcher(), base + path, options));

  test("are requested without credentials or compression", async () => {
    let headers: IncomingMessage["headers"] = {};
    routes.set("/headers", (request, response) => {
      headers = request.headers;
      response.end("ok");
    });
    await fetchImage(fetcher(), `${base}/headers#fragment`);
    expect(Object.keys(headers).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    expect(headers["accept-encoding"]).toBe("identity");
  });

  test("of exactly the size limit are accepted, and those with one more byte rejected, announced or not", async () => {
    for (const [size, length] of [
      [maxBytes, true],
      [maxBytes, false],
      [maxBytes + 1, true],
      [maxBytes + 1, false],
    ] as const) {
      routes.set("/size", (_request, response) => {
        response.writeHead(200, length ? { "content-length": size } : {});
        response.end(Buffer.alloc(size));
      });
      if (size <= maxBytes) expect((await fetchImage(fetcher(), `${base}/size`)).length).toBe(size);
      else expect((await fail("/size")).message).toBe("the file has more than 1000 bytes");
    }
  });

  test("without an end are rejected at the size limit", async () => {
    let sent = 0;
    routes.set("/endless", (_request, response) => {
      response.on("error", () => undefined);
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 16 * 1024;
      };
      response.on("drain", send);
      send();
    });
    expect((await fail("/endless")).message).toMatch(/more than 1000 bytes/);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  const picture = Buffer.from("the bytes of a picture");
  const codings: [coding: string, body: Buffer][] = [
    ["", picture],
    ["none", picture],
    ["Identity", picture],
    ["aws-chunked", picture],
    ["utf-8", picture],
    ["gzip", gzipSync(picture)],
    ["x-gzip", gzipSync(picture)],
    ["GZIP", gzipSync(picture)],
    ["deflate", deflateSync(picture)],
    ["br", brotliCompressSync(picture)],
    ["aws-chunked, gzip", gzipSync(picture)],
    ["gzip, br", brotliCompressSync(gzipSync(picture))],
  ];
  test.each(codings)('with Content-Encoding "%s" are decoded', async (coding, body) => {
    routes.set("/coded", (_request, response) =>
      response.writeHead(200, { "content-encoding": coding, "content-length": body.length }).end(body),
    );
    const found = await fetchImage(fetcher(), `${base}/coded`);
    expect(found.equals(picture)).toBe(true);
  });

  test.each(["gzip", "br", "deflate", "gzip, gzip, gzip, gzip"])(
    "that expand beyond the size limit are rejected: %s",
    async (coding) => {
      let bomb: Buffer = Buffer.alloc(1_000_000);
      const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
      for (const name of coding.split(", ")) bomb = encoders[name as keyof typeof encoders](bomb);
      routes.set("/bomb", (_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(bomb),
      );
      expect((await fail("/bomb")).message).toMatch(/more than 1000 bytes/);
    },
  );

  test("with damaged or truncated compressed data are rejected with a message about it", async () => {
    for (const body of [picture, gzipSync(picture).subarray(0, 20)]) {
      routes.set("/damaged", (_request, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(body),
      );
      expect((await fail("/damaged")).message).toBe("the address answered with damaged compressed data");
    }
  });

  test.each([
    [203, {}],
    [206, { "content-range": `bytes 0-${picture.length - 1}/${picture.length}` }],
  ])("with status %i and the whole file are accepted", async (status, headers) => {
    routes.set("/whole", (_request, response) => response.writeHead(status, headers).end(picture));
    const found = await fetchImage(fetcher(), `${base}/whole`);
    expect(found.equals(picture)).toBe(true);
  });

  test("with a web page in place of a picture are rejected with a reason, and a picture labelled as one is accepted", async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    routes.set("/page", (_request, response) =>
      response.writeHead(200, headers).end("\n<!DOCTYPE html><title>A shared picture</title>"),
    );
    expect(await fail("/page")).toMatchObject({ reason: "picture_is_page", isTemporary: false });
    routes.set("/labelled", (_request, response) => response.writeHead(200, headers).end(picture));
    const found = await fetchImage(fetcher(), `${base}/labelled`);
    expect(found.equals(picture)).toBe(true);
  });

  test.each([
    [503, "120", true, 120],
    [429, undefined, true, null],
    [502, "soon", true, null],
    [404, "120", false, 120],
    [206, undefined, false, null],
  ])(
    "with status %i and Retry-After %s say whether to ask again",
    async (status, value, isTemporary, seconds) => {
      routes.set("/later", (_request, response) =>
        response.writeHead(status, value === undefined ? {} : { "retry-after": value }).end(),
      );
      expect(await fail("/later")).toMatchObject({ isTemporary, retryAfterSeconds: seconds });
    },
  );

  test.each([204, 206, 304, 400, 401, 403, 404, 418, 500, 503])(
    "with status %i are rejected without passing on their text",
    async (status) => {
      routes.set("/status", (_request, response) =>
        response
          .writeHead(status, { "x-secret": "upstream" })
          .end(status === 204 || status === 304 ? undefined : "upstream text"),
      );
      const error = await fail("/status");
      expect([error.name, error.message]).toEqual([
        "FetchFailedError",
        `the address answered with status ${status}`,
      ]);
    },
  );

  test("that break off are retryable errors, and those with invalid HTTP or endless headers are final ones", async () => {
    routes.set("/reset", (request) => request.socket.destroy());
    routes.set("/short", (request, response) => {
      response.writeHead(200, { "content-length": 500 });
      response.write("x");
      setImmediate(() => request.socket.destroy());
    });
    routes.set("/nonsense", (request) => request.socket.end("SSH-2.0-OpenSSH\r\n"));
    routes.set("/headers", (request) =>
      request.socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1024 * 1024)}\r\n\r\n`),
    );
    for (const path of ["/reset", "/short"]) {
      expect(await fail(path)).toMatchObject({ name: "FetchFailedError", retryable: true });
      expect((await fail(path)).message).toMatch(/closed the connection/);
    }
    for (const path of ["/nonsense", "/headers"]) {
      expect(await fail(path)).toMatchObject({ name: "FetchFailedError", retryable: false });
      expect((await fail(path)).message).toMatch(/did not answer in HTTP/);
    }
  });

  test.each([
    ["a closed port", "http", /refused the connection/, true],
    ["a server without TLS", "https", /TLS handshake failed/, false],
  ])("from %s fail with a specific error", async (_name, scheme, message, retryable) => {
    const closed = await listen("127.0.0.1", () => undefined);
    const port = scheme === "http" ? portOf(closed) : portOf(server);
    await new Promise((resolve) => closed.close(resolve));
    const there = new SafeFetcher({ allowedTargets: new Set([`127.0.0.1:${port}`]) });
    const error = await failure(fetchImage(there, `${scheme}://127.0.0.1:${port}/`));
    expect(error).toBeInstanceOf(FetchFailedError);
    const reason = scheme === "http" ? "picture_host_refused" : undefined;
    expect(error).toMatchObject({ retryable, reason });
    expect(error.message).toMatch(message);
  });

  test.each([
    ["EAI_AGAIN", /could not be resolved at the moment/],
    ["ESERVFAIL", /could not be resolved at the moment/],
    ["ENOTFOUND", /host name does not exist/],
  ])(
    "after a failed resolution with %s are retryable errors with a specific message",
    async (code, message) => {
      const resolve = () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
      const error = await failure(fetchImage(new SafeFetcher({ resolve }), "http://x.example/"));
      expect(error).toMatchObject({ name: "FetchFailedError", retryable: true });
      expect(error.message).toMatch(message);
    },
  );

  test.each([
    [503, true],
    [429, true],
    [404, false],
    [403, false],
  ])("with status %i are retryable: %s", async (status, retryable) => {
    routes.set("/status", (_request, response) => response.writeHead(status).end());
    expect(await fail("/status")).toMatchObject({ retryable });
  });

  test("that never arrive end with the reason of the caller's signal", async () => {
    const abort = new AbortController();
    routes.set("/silent", () => abort.abort(new Error("deadline")));
    const pending = fail("/silent", { signal: abort.signal });
    expect((await pending).message).toBe("deadline");
    expect((await fail("/silent", { signal: AbortSignal.abort(new Error("gone")) })).message).toBe("gone");
  });

  test("whose headers or host name take too long to arrive time out", async () => {
    routes.set("/silent", () => undefined);
    const nameless = new SafeFetcher({ resolve: () => new Promise(() => undefined) });
    const errors = await Promise.all([fail("/silent"), failure(fetchImage(nameless, "http://x.example/"))]);
    expect(errors.map(({ message }) => message)).toEqual([
      "the address could not be reached: it took too long to answer",
      "the address could not be reached: its host name could not be resolved at the moment",
    ]);
  });

  test("that arrive too slowly time out", async () => {
    // A thirtieth of the real time.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shortened = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 30));
    routes.set("/drip", (_request, response) => {
      const timer = setInterval(() => response.write("x"), 30);
      response.on("close", () => clearInterval(timer));
    });
    expect((await fail("/drip")).message).toBe("the address took too long to answer");
    expect(shortened).toHaveBeenCalledWith(15_000);
    shortened.mockRestore();
  });
});
