import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request as send } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { errorBody } from "#lib/contract/error-schemas.ts";
import { noteRequest } from "#lib/platform/requests.ts";
import { everyTestTries, tried } from "#lib/testing/evidence/index.ts";
import { openRaw, serveFront } from "#lib/testing/raw-front.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { RouteTable } from "./route-table.ts";
import { sonnerStyleHashes } from "./security-headers.ts";

/** The port of a front server that is closed after the test; `answer` is the app behind it. */
async function start(...given: Parameters<typeof serveFront>): Promise<number> {
  const front = await serveFront(...given);
  onTestFinished(front[Symbol.asyncDispose]);
  return front.port;
}

/** Returns the request as the app behind the front server receives it. */
const echo: Parameters<typeof serveFront>[0] = ({ method, url, headers }, response) => {
  response.end(JSON.stringify({ method, url, headers }));
};

async function ask(
  port: number,
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
) {
  const outgoing = send({ host: "127.0.0.1", port, path, agent: false, ...init }).end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** Everything received on a raw connection until it is closed. */
async function speak(port: number, text: string): Promise<string> {
  const connection = openRaw(port);
  connection.socket.write(text);
  await connection.closed;
  return connection.text();
}

describe("the request that the app receives", () => {
  test("has the address of the connection, and no address or host that the client claims", async () => {
    tried("address");
    const port = await start(echo);
    const claims = {
      "X-Forwarded-For": "203.0.113.9",
      "X-Real-IP": "203.0.113.9",
      Forwarded: "for=203.0.113.9",
    };
    const { text } = await ask(port, "/api/live", {
      headers: { ...claims, "X-Forwarded-Host": "evil.example" },
    });
    const { headers } = JSON.parse(text);
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(text).not.toContain("203.0.113.9");
    expect(text).not.toContain("evil.example");
  });

  test("shows whether a proxy forwarded it, despite a forged X-Direct-Client header", async () => {
    tried("address");
    const port = await start(echo);
    const seen = async (headers: Record<string, string>) =>
      JSON.parse((await ask(port, "/api/metrics", { headers })).text).headers["x-direct-client"];
    expect(await seen({})).toBe("1");
    expect(await seen({ "X-Direct-Client": "yes" })).toBe("1");
    for (const name of ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"]) {
      expect([name, await seen({ [name]: "x", "X-Direct-Client": "1" })]).toEqual([name, undefined]);
    }
  });

  test("has no header by which the framework would redirect an API call", async () => {
    tried("contract");
    const port = await start(echo);
    const headers = {
      RSC: "1",
      "Next-Router-Prefetch": "1",
      "Next-Action": "x",
      "X-Middleware-Rewrite": "/x",
    };
    const seen = JSON.parse((await ask(port, "/api/v1/credits?key=k", { headers })).text).headers;
    expect(Object.keys(seen).filter((name) => /^(rsc|next-|x-middleware)/.test(name))).toEqual([]);
    expect(JSON.parse((await ask(port, "/gallery", { headers })).text).headers.rsc).toBe("1");
  });

  test("is the sender's mistake if a page fails before an action has read its form, and the service's from then on", async () => {
    tried("contract", 3);
    const failing =
      (hasRead: boolean): typeof echo =>
      (_request, response) => {
        if (hasRead) noteRequest({ hasUnreadForm: false });
        response.writeHead(500).end();
      };
    const statusOf = async (path: string, method: string, hasRead: boolean) =>
      (await ask(await start(failing(hasRead)), path, { method })).status;
    expect(await statusOf("/sign-in", "POST", false)).toBe(400);
    expect(await statusOf("/sign-in", "POST", true)).toBe(500);
    expect(await statusOf("/sign-in", "GET", false)).toBe(500);
  });

  test("has a new nonce for each page, equal to the one in the response's policy", async () => {
    tried("browser");
    const port = await start(echo);
    const [first, second] = [await ask(port, "/"), await ask(port, "/")];
    const policy = first.headers["content-security-policy"];
    expect(JSON.parse(first.text).headers["content-security-policy"]).toBe(policy);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}'/);
    expect(policy).not.toContain("unsafe-inline");
    expect(second.headers["content-security-policy"]).not.toBe(policy);
  });
});

describe("responses", () => {
  test("have the ID of the request if it is valid, else a new one", async () => {
    tried("log");
    const port = await start(echo);
    const idOf = async (id: string) =>
      (await ask(port, "/api/live", { headers: { "X-Request-Id": id } })).headers["x-request-id"];
    expect(await idOf("trace-1.a:b")).toBe("trace-1.a:b");
    expect(await idOf("x".repeat(129))).toMatch(/^req_\w{22}$/);
    expect(await idOf('"><script>')).toMatch(/^req_\w{22}$/);
  });

  test("are JSON errors for malformed targets, unreadable heads and a failed app", async () => {
    tried("contract");
    const port = await start(() => {
      throw new Error("a secret cause");
    });
    expect(JSON.parse((await ask(port, "/api/v1/generations/%00")).text).error.code).toBe("not_found");
    expect(await speak(port, "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1.1 400[\s\S]*"code":"invalid_params"/);
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await speak(port, long)).toMatch(/^HTTP\/1.1 431[\s\S]*larger than 16 KiB/);
    const failed = await ask(port, "/api/live");
    expect([failed.status, JSON.parse(failed.text).error.code]).toEqual([500, "internal_error"]);
    expect(failed.text).not.toContain("secret");
  });

  test("allow only listed origins, only on API paths, and without credentials", async () => {
    tried("cors");
    vi.spyOn(env(), "CORS_ORIGINS", "get").mockReturnValue("https://shop.example");
    const port = await start(echo);
    const preflight = { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" };
    const allowed = await ask(port, "/api/v1/generate", { method: "OPTIONS", headers: preflight });
    expect(allowed.status).toBe(204);
    expect(allowed.headers["access-control-allow-origin"]).toBe("https://shop.example");
    expect(allowed.headers["access-control-allow-credentials"]).toBeUndefined();
    const other = await ask(port, "/api/v1/credits", { headers: { Origin: "https://evil.example" } });
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
    expect(other.headers.vary).toContain("Origin");
    const page = await ask(port, "/gallery", { headers: { Origin: "https://shop.example" } });
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("have Strict-Transport-Security only if BASE_URL uses https", async () => {
    const plain = await ask(await start(echo), "/");
    expect(plain.headers["strict-transport-security"]).toBeUndefined();
    vi.spyOn(env(), "BASE_URL", "get").mockReturnValue("https://photos.example");
    const secure = await ask(await start(echo), "/api/live");
    expect(secure.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}$/);
    vi.spyOn(env(), "HSTS_SUBDOMAINS", "get").mockReturnValue("on");
    const wide = await ask(await start(echo), "/api/live");
    expect(wide.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}; includeSubDomains$/);
  });

  test("are logged in one line each with ID, caller, status, code, duration and credits, and without the query", async () => {
    tried("log");
    const ids = ["one", "two"];
    const lines: { id: string }[] = [];
    // A request of an earlier test is logged when its connection ends.
    vi.spyOn(log, "info").mockImplementation((line: unknown) => {
      const { id } = line as { id: string };
      if (ids.includes(id)) lines.push({ ...(line as object), id });
    });
    const port = await start((_request, response) => {
      noteRequest({ route: "POST /api/v1/generate", caller: "usr_1", credits: 2 });
      response.writeHead(200).end();
    });
    await ask(port, "/api/v1/generate?key=pgs_secret", { headers: { "X-Request-Id": "one" } });
    await ask(port, "/API?key=pgs_secret", { headers: { "X-Request-Id": "two" } });
    await vi.waitFor(() => expect(lines).toHaveLength(2), 20_000);
    const both = { method: "GET", address: "127.0.0.1", ms: expect.any(Number) };
    expect(lines.map(({ id }) => id).sort()).toEqual(ids);
    lines.sort((a, b) => a.id.localeCompare(b.id));
    expect(lines[0]).toMatchObject({ ...both, id: "one", caller: "usr_1", status: 200, credits: 2 });
    expect(lines[1]).toMatchObject({ ...both, id: "two", route: "/API", status: 404, code: "not_found" });
    expect(JSON.stringify(lines)).not.toContain("pgs_secret");
  });
});

describe("a connection", () => {
  everyTestTries("unproven");

  // A browser that keeps a connection ready would take a 408 for the response to its next request.
  test("that sends nothing is closed without a response", async () => {
    const port = await start(echo, { headersTimeoutMs: 60 });
    expect(await speak(port, "")).toBe("");
  });

  test("whose first request arrived while the server was busy is served after the timeout", async () => {
    await using front = await serveFront(echo, { headersTimeoutMs: 60 });
    const caller = `fetch("http://127.0.0.1:${front.port}/").then(({ status }) => process.exit(status / 100))`;
    const child = spawn(process.execPath, ["-e", caller], { stdio: "ignore" });
    await once(front.server, "connection");
    const busyUntilMs = performance.now() + 1_000;
    while (performance.now() < busyUntilMs);
    expect(await once(child, "exit")).toEqual([2, null]);
  });

  test("with an unfinished head gets 408 and is closed", async () => {
    const port = await start(echo, { headersTimeoutMs: 60 });
    expect(await speak(port, "GET / HTTP/1.1\r\nHost: x\r\n")).toMatch(/^HTTP\/1.1 408/);
  });
});

describe("a request body", () => {
  everyTestTries("unproven");
  const head = "POST /api/v1/generate HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";

  test("that is small starts no handler until it is complete, and gets 408 if it does not arrive", async () => {
    let begun = 0;
    const routes = new RouteTable();
    const handle = async () => {
      begun += 1;
      return new Response();
    };
    routes.add("/api/v1/generate", { POST: handle });
    const port = await start(echo, { requestTimeoutMs: 100, routes });
    const small =
      "POST /api/v1/generate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n";
    const answer = await speak(port, `${small}{`);
    expect(answer).toMatch(/^HTTP\/1.1 408/);
    const { error } = errorBody.parse(JSON.parse(answer.split("\r\n\r\n")[1] ?? ""));
    expect(error.code).toBe("invalid_params");
    expect(begun).toBe(0);
    expect(await speak(port, `${small}{}`)).toMatch(/^HTTP\/1.1 200/);
    expect(begun).toBe(1);
  });

  test("that does not arrive gets 408, and its handler sees an incomplete request", async () => {
    const ended = Promise.withResolvers<unknown>();
    const port = await start(
      (request) => void request.resume().once("close", () => ended.resolve(request.complete)),
      { requestTimeoutMs: 100 },
    );
    expect(await speak(port, `${head}{`)).toMatch(/^HTTP\/1.1 408/);
    expect(await ended.promise).toBe(false);
  });

  test("whose sender is silent is closed", async () => {
    const port = await start((request) => void request.resume(), { silenceTimeoutMs: 100 });
    expect(await speak(port, `${head}{`)).toBe("");
  });

  test("is cut off soon after the response, although its sender continues", async () => {
    const port = await start((_request, response) => void response.writeHead(400).end("refused"));
    const { socket, closed } = openRaw(port, { isReading: false });
    let sentBytes = 0;
    const piece = Buffer.alloc(256 * 1024);
    socket.write("POST /api/v1/generate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const more = () => {
      sentBytes += piece.length;
      socket.write(`${piece.length.toString(16)}\r\n`);
      if (socket.write(Buffer.concat([piece, Buffer.from("\r\n")]))) setImmediate(more);
      else socket.once("drain", more);
    };
    more();
    await closed;
    // The kernel's buffers of both ends are not the server's memory.
    expect(sentBytes).toBeLessThan(512 * 1024 * 1024);
  });
});

test("sonnerStyleHashes contains the hash of the style that the toast library inserts", () => {
  tried("browser");
  const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
  const css = /__insertCSS\((".*?[^\\]")\);?\n/s.exec(source)?.[1] ?? '""';
  const hash = createHash("sha256").update(JSON.parse(css)).digest("base64");
  expect(sonnerStyleHashes).toContain(`sha256-${hash}`);
});
