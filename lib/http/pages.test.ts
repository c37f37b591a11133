import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { eventually, openRaw, type RawConnection, requestOf, serveFront } from "#lib/testing/raw-front.ts";
import { getRequest } from "../platform/requests.ts";
import { currentSecret } from "../platform/secrets.ts";
import { NonceText } from "./nonce-text.ts";
import { UnreadAnswers } from "./unread-answers.ts";

everyTestTries("starve");

/** An app whose pages the test completes by hand. */
function heldPages() {
  const begun: { request: IncomingMessage; response: ServerResponse }[] = [];
  const app = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/api/")) response.end("api");
    else begun.push({ request, response });
  };
  const finish = (index: number) =>
    begun[index]?.response.writeHead(200, { "Content-Type": "text/html" }).end("<html>");
  return { app, begun, finish, urls: () => begun.map(({ request }) => request.url) };
}

/** A session cookie signed like the service does. */
function sessionCookie(name: string, token = "abc"): string {
  const signature = createHmac("sha256", currentSecret()).update(token).digest("base64");
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
}

interface Ask {
  from?: string;
  method?: string;
  headers?: Record<string, string>;
}

async function ask(port: number, path: string, { from = "127.0.0.1", method, headers }: Ask = {}) {
  const options = { host: "127.0.0.1", port, path, localAddress: from, agent: false };
  const outgoing = send({ ...options, ...(method && { method }), ...(headers && { headers }) }).end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 40));

describe("pages", () => {
  test("are rendered two at a time, in turns by client, while API calls and watched routes do not wait", async () => {
    const { app, begun, finish, urls } = heldPages();
    await using front = await serveFront(app);
    const greedy = Array.from({ length: 8 }, (_, index) =>
      ask(front.port, `/page?a${index}`, { from: "127.0.0.2" }),
    );
    await eventually(() => expect(begun).toHaveLength(1));
    const other = ask(front.port, "/page?b", { from: "127.0.0.3" });
    await eventually(() => expect(urls()).toContain("/page?b"));
    const third = ask(front.port, "/page?c", { from: "127.0.0.4" });
    await settled();
    expect(begun).toHaveLength(2);
    for (const path of ["/api/live", "/api/v1/credits"])
      expect((await ask(front.port, path, { from: "127.0.0.2" })).status).toBe(200);
    finish(0);
    finish(1);
    await eventually(() => expect(urls()).toContain("/page?c"));
    for (let index = 2; index < 10; index += 1) {
      await eventually(() => expect(begun.length).toBeGreaterThan(index));
      finish(index);
    }
    const answers = await Promise.all([...greedy, other, third]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test("of many sessions of one address share its turn, and the sessions alternate", async () => {
    const { app, begun, finish, urls } = heldPages();
    await using front = await serveFront(app);
    const visit = (path: string, from: string, token: string) =>
      ask(front.port, path, { from, headers: { Cookie: sessionCookie("pgs.session_token", token) } });
    const visits: ReturnType<typeof ask>[] = [];
    const paths = ["a0", "a1", "a2", "b0", "c0", "d0"];
    for (const path of paths) {
      visits.push(visit(`/page?${path}`, "127.0.0.2", path[0] ?? ""));
      await settled();
    }
    expect(urls()).toEqual(["/page?a0"]);
    visits.push(visit("/page?other", "127.0.0.3", "other"));
    await eventually(() => expect(urls()).toEqual(["/page?a0", "/page?other"]));
    for (const index of [0, 1, 2, 3, 4, 5, 6]) {
      await eventually(() => expect(begun.length).toBeGreaterThan(index));
      finish(index);
    }
    await Promise.all(visits);
    expect(urls().filter((url) => !url?.endsWith("other"))).toEqual(
      ["a0", "a1", "b0", "c0", "d0", "a2"].map((path) => `/page?${path}`),
    );
  });

  test("that are not rendered after a while release their place", async () => {
    const { app, begun, finish } = heldPages();
    await using front = await serveFront(app);
    const visits = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((from) => ask(front.port, "/page", { from }));
    await eventually(() => expect(begun).toHaveLength(3));
    for (const index of begun.keys()) finish(index);
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("of a client with too many waiting get 503 with Retry-After, and other clients are still served", async () => {
    const { app, begun, finish } = heldPages();
    await using front = await serveFront(app);
    const browser = { Accept: "text/html", "Accept-Language": "de" };
    const answers = Array.from({ length: 90 }, (_, index) =>
      ask(front.port, `/page?${index}`, { from: "127.0.0.2", headers: index % 2 ? browser : {} }),
    );
    const refused = await Promise.race(answers);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    const other = ask(front.port, "/page?other", { from: "127.0.0.3" });
    await eventually(() => expect(begun.some(({ request }) => request.url === "/page?other")).toBe(true));
    const settledPages = Promise.all(answers);
    let next = 0;
    const timer = setInterval(() => {
      while (next < begun.length) finish(next++);
    }, 5);
    const all = await settledPages.finally(() => clearInterval(timer));
    expect((await other).status).toBe(200);
    const busy = all.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    const [html, json] = ["text/html", "application/json"].map((type) =>
      busy.find(({ headers }) => headers["content-type"]?.startsWith(type)),
    );
    expect(html?.body.toString()).toContain("Einen Moment");
    expect(JSON.parse(json?.body.toString() ?? "{}").error.code).toBe("overloaded");
  });

  test("whose clients disconnected while they waited are not rendered", async () => {
    const { app, begun, finish, urls } = heldPages();
    await using front = await serveFront(app);
    const clients = [0, 1, 2].map(() => openRaw(front.port, { from: "127.0.0.2" }));
    for (const [index, { socket }] of clients.entries()) socket.write(requestOf(`/page?${index}`));
    await eventually(() => expect(begun).toHaveLength(1));
    await settled();
    for (const index of [0, 1, 2]) if (!urls().includes(`/page?${index}`)) clients[index]?.socket.destroy();
    await settled();
    finish(0);
    const after = await ask(front.port, "/api/live");
    await settled();
    expect(after.status).toBe(200);
    expect(begun).toHaveLength(1);
    for (const { socket } of clients) socket.destroy();
  });

  test("occupy their place until rendering ends, even if their client disconnected", async () => {
    const renderings: PromiseWithResolvers<void>[] = [];
    await using front = await serveFront(async () => {
      const rendering = Promise.withResolvers<void>();
      renderings.push(rendering);
      await rendering.promise;
    });
    const visit = () => {
      const client = openRaw(front.port, { from: "127.0.0.2" });
      client.socket.write(requestOf("/page"));
      return client.socket;
    };
    const first = visit();
    await eventually(() => expect(renderings).toHaveLength(1));
    first.destroy();
    const next = visit();
    await settled();
    expect(renderings).toHaveLength(1);
    renderings[0]?.resolve();
    await eventually(() => expect(renderings).toHaveLength(2));
    renderings[1]?.resolve();
    next.destroy();
  });

  test("occupy no place while they are read slowly, nor do event streams", async () => {
    let begun = 0;
    const types = ["text/html", "text/event-stream"];
    const page = Buffer.alloc(3 * 1024 * 1024, "x");
    await using front = await serveFront(async (request, response) => {
      begun += 1;
      const type = types[Number(request.url?.at(-1))] ?? "";
      response.writeHead(200, { "Content-Type": type });
      for (let piece = 0; piece < 4; piece += 1) {
        if (!response.write(page)) await once(response, "drain");
      }
      if (type === "text/html") response.end();
    });
    const clients = [0, 1, 0, 1, 0, 1].map((kind) => {
      const client = openRaw(front.port, { from: `127.0.0.${begun + 2}`, isReading: false });
      client.socket.write(requestOf(`/page?${kind}`));
      return client;
    });
    await eventually(() => expect(begun).toBe(6));
    for (const { socket } of clients) socket.destroy();
  });
});

describe("pages that are the same for all visitors", () => {
  /** Renders its language, theme, cookies and nonce. */
  function countingApp() {
    const seen: string[] = [];
    const app = (request: IncomingMessage, response: ServerResponse) => {
      const { cookie = "", "content-security-policy": policy = "" } = request.headers;
      seen.push(`${request.url} ${cookie}`);
      const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1];
      response.setHeader("Link", `</a.css>; rel=preload; nonce="${nonce}"`);
      response.writeHead(200, { "Content-Type": "text/html", "X-Request-Id": "of-the-app" });
      response.end(`<script nonce="${nonce}">${cookie}</script>`.repeat(50));
    };
    return { app, seen };
  }

  test("are rendered once per language and theme, and each response has its own nonce", async () => {
    const { app, seen } = countingApp();
    await using front = await serveFront(app);
    const answers = await Promise.all(
      ["en", "en", "de", "en"].map((language) =>
        ask(front.port, `/docs?${language}`, {
          headers: { "Accept-Language": language, "Accept-Encoding": "gzip" },
        }),
      ),
    );
    expect(seen.sort()).toEqual(["/docs locale=de", "/docs locale=en"]);
    const nonces = answers.map(({ headers, body }) => {
      const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] as string)?.[1] ?? "";
      const text = gunzipSync(body).toString();
      expect(text.split(`nonce="${nonce}"`)).toHaveLength(51);
      expect(headers.link).toBe(`</a.css>; rel=preload; nonce="${nonce}"`);
      expect(headers["x-request-id"]).not.toBe("of-the-app");
      return nonce;
    });
    expect(new Set(nonces).size).toBe(4);
    const plain = await ask(front.port, "/docs", {
      headers: { Cookie: "theme=dark; locale=de; other=secret" },
    });
    expect(plain.body.toString()).toContain("locale=de; theme=dark<");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const head = await ask(front.port, "/docs", {
      method: "HEAD",
      headers: { Cookie: "theme=dark; locale=de" },
    });
    expect([head.body.length, Number(head.headers["content-length"])]).toEqual([0, plain.body.length]);
    expect(seen).toHaveLength(3);
  });

  test.each([
    ["the framework's router", { headers: { RSC: "1", "Next-Router-Prefetch": "1" } }],
    ["a form", { method: "POST" }],
  ])("are rendered for %s each time", async (_for, init) => {
    const { app, seen } = countingApp();
    await using front = await serveFront(app);
    for (const _ of [1, 2]) await ask(front.port, "/docs", init);
    expect(seen).toHaveLength(2);
  });

  test("are rendered once for all signed-in users, without any of their data", async () => {
    const { app, seen } = countingApp();
    const visitors: unknown[] = [];
    await using front = await serveFront((request, response) => {
      visitors.push(getRequest()?.visitors);
      app(request, response);
    });
    const cookies = [
      sessionCookie("pgs.session_token"),
      sessionCookie("__Secure-pgs.session_token", "other"),
      "",
    ];
    for (const Cookie of cookies) await ask(front.port, "/docs", { headers: { Cookie } });
    expect(seen).toEqual(["/docs locale=en", "/docs locale=en"]);
    expect(visitors).toEqual(["members", "guests"]);
  });

  test("are rendered once for all session cookies that this service did not sign", async () => {
    const { app, seen } = countingApp();
    await using front = await serveFront(app);
    for (const value of ["made.up", `abc.${"A".repeat(43)}=`, ""])
      await ask(front.port, "/docs", { headers: { Cookie: `pgs.session_token=${value}` } });
    expect(seen).toEqual(["/docs locale=en"]);
  });

  test("include the sign-in page for guests with any target, but not with a notice or session", async () => {
    const { app, seen } = countingApp();
    await using front = await serveFront(app);
    for (const query of ["", "?next=%2Fbilling", "?next=%2Fstudio", "?key=secret"])
      await ask(front.port, `/sign-in${query}`);
    expect(seen).toEqual(["/sign-in locale=en"]);
    const withNotice = ["?error=expired", "?next=%2F&reset=done", "?address=mailed"];
    for (const query of withNotice) await ask(front.port, `/sign-in${query}`);
    const Cookie = sessionCookie("pgs.session_token");
    for (const _ of [1, 2]) await ask(front.port, "/sign-in?next=%2Fbilling", { headers: { Cookie } });
    expect(seen.slice(1).map((rendered) => rendered.split(" ")[0])).toEqual([
      ...withNotice.map((query) => `/sign-in${query}`),
      "/sign-in?next=%2Fbilling",
      "/sign-in?next=%2Fbilling",
    ]);
  });

  test("are rendered again after a failure", async () => {
    let calls = 0;
    await using front = await serveFront((_request, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 500 : 200, { "Content-Type": "text/html" }).end("page");
    });
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await ask(front.port, "/")).status);
    expect([statuses, calls]).toEqual([[500, 200, 200], 2]);
  });

  test("and documents answer 304 to a request with their ETag", async () => {
    let calls = 0;
    await using front = await serveFront((_request, response) => {
      calls += 1;
      response.writeHead(200, { "Content-Type": "application/json", ETag: '"one"' }).end("{}");
    });
    const first = await ask(front.port, "/api/v1/openapi.json");
    const again = await ask(front.port, "/api/v1/openapi.json", { headers: { "If-None-Match": 'W/"one"' } });
    expect([first.status, first.body.toString(), again.status, again.body.length]).toEqual([
      200,
      "{}",
      304,
      0,
    ]);
    expect(calls).toBe(1);
  });
});

test("a text with any nonce is the same compressed and uncompressed", () => {
  const property = fc.property(
    fc.array(fc.string(), { minLength: 1, maxLength: 8 }),
    fc.base64String(),
    (parts, nonce) => {
      const text = new NonceText(parts.join("\u0000mark\u0000"), "\u0000mark\u0000");
      const expected = parts.join(nonce);
      expect(Buffer.concat(text.plain(nonce)).toString()).toBe(Buffer.from(expected).toString());
      expect(gunzipSync(Buffer.concat(text.gzip(nonce))).toString()).toBe(Buffer.from(expected).toString());
    },
  );
  fc.assert(property, { verbose: 1 });
});

test("unread responses use bounded memory: the oldest one of the client with the most is dropped", async () => {
  const page = Buffer.alloc(20 * 1024 * 1024, "x");
  const unread = new UnreadAnswers({ bytesPerCaller: 24e6, bytes: 64e6 });
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    sockets.push(request.socket);
    unread.watch(request.socket.remoteAddress ?? "", response);
    response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const clients: RawConnection[] = [];
  for (const host of [2, 2, 2, 3, 4, 5]) {
    const client = openRaw((server.address() as AddressInfo).port, {
      from: `127.0.0.${host}`,
      isReading: false,
    });
    clients.push(client);
    client.socket.write(requestOf("/"));
    await eventually(() => expect(sockets).toHaveLength(clients.length));
  }
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true, false, false, false]);
  for (const { socket } of clients) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
