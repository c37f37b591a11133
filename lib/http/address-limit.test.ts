import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { eventually, openRaw, requestOf, serveFront } from "#lib/testing/raw-front.ts";
import { RouteTable } from "./route-table.ts";

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

  test("that are not rendered after a while release their place", async () => {
    const { app, begun, finish } = heldPages();
    await using front = await serveFront(app);
    const visits = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((from) => ask(front.port, "/page", { from }));
    await eventually(() => expect(begun).toHaveLength(3));
    for (const index of begun.keys()) finish(index);
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("of a client with too many waiting get 429 with Retry-After, and other clients are still served", async () => {
    const { app, begun, finish } = heldPages();
    await using front = await serveFront(app);
    const browser = { Accept: "text/html", "Accept-Language": "de" };
    const answers = Array.from({ length: 90 }, (_, index) =>
      ask(front.port, `/page?${index}`, { from: "127.0.0.2", headers: index % 2 ? browser : {} }),
    );
    const refused = await Promise.race(answers);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "2"]);
    const other = ask(front.port, "/page?other", { from: "127.0.0.3" });
    await eventually(() => expect(begun.some(({ request }) => request.url === "/page?other")).toBe(true));
    const settledPages = Promise.all(answers);
    let next = 0;
    const timer = setInterval(() => {
      while (next < begun.length) finish(next++);
    }, 5);
    const all = await settledPages.finally(() => clearInterval(timer));
    expect((await other).status).toBe(200);
    const busy = all.filter(({ status }) => status === 429);
    expect(busy.length).toBeGreaterThan(0);
    const [html, json] = ["text/html", "application/json"].map((type) =>
      busy.find(({ headers }) => headers["content-type"]?.startsWith(type)),
    );
    expect(html?.body.toString()).toContain("Einen Moment");
    expect(JSON.parse(json?.body.toString() ?? "{}").error.code).toBe("rate_limited");
  });

  test("whose clients disconnected while they waited are not rendered", async () => {
    const { app, begun, finish, urls } = heldPages();
    await using front = await serveFront(app);
    const clients = [0, 1, 2].map(() => openRaw(front.port, { from: "127.0.0.2" }));
    for (const [index, { socket }] of clients.entries()) socket.write(requestOf(`/page?${index}`));
    await eventually(() => expect(begun).toHaveLength(1));
    await ask(front.port, "/api/live");
    for (const index of [0, 1, 2]) if (!urls().includes(`/page?${index}`)) clients[index]?.socket.destroy();
    await eventually(async () => expect(await front.connections()).toBe(1));
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

  test("occupy no place for long while they are read slowly, nor do event streams", async () => {
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

test("event streams of the framework occupy no place", async () => {
  const begun: ServerResponse[] = [];
  const routes = new RouteTable();
  routes.add("/photos/events", null);
  await using front = await serveFront((_request, response) => void begun.push(response), { routes });
  const streams = Array.from({ length: 10 }, () => ask(front.port, "/photos/events"));
  await eventually(() => expect(begun).toHaveLength(10));
  const page = ask(front.port, "/page");
  await eventually(() => expect(begun).toHaveLength(11));
  for (const response of begun) response.end();
  expect((await Promise.all([...streams, page])).map(({ status }) => status)).toEqual(Array(11).fill(200));
});

describe("calls without a key", () => {
  test("run eight at a time for one address, until their response is read, and others do not wait", async () => {
    const begun: ServerResponse[] = [];
    await using front = await serveFront((request, response) => {
      if (request.url?.startsWith("/api/slow")) begun.push(response);
      else response.end("done.");
    });
    const from = "127.0.0.2";
    const slow = Array.from({ length: 9 }, () => ask(front.port, "/api/slow", { from }));
    await eventually(() => expect(begun).toHaveLength(8));
    await settled();
    expect(begun).toHaveLength(8);
    const { status } = await ask(front.port, "/api/v1/credits", { from, headers: { "X-API-Key": "k" } });
    expect(status).toBe(200);
    for (const address of [from, "127.0.0.3"])
      expect((await ask(front.port, "/api/live", { from: address })).status).toBe(200);
    expect((await ask(front.port, "/api/v1/credits", { from: "127.0.0.3" })).status).toBe(200);
    begun[0]?.end();
    await eventually(() => expect(begun).toHaveLength(9));
    for (const response of begun) response.end();
    expect((await Promise.all(slow)).map((answer) => answer.status)).toEqual(Array(9).fill(200));
  });

  test("of an address with too many waiting get 429 with Retry-After", async () => {
    const begun: ServerResponse[] = [];
    await using front = await serveFront((_request, response) => void begun.push(response));
    const calls = Array.from({ length: 150 }, () => ask(front.port, "/api/v1/slow", { from: "127.0.0.2" }));
    const refused = await Promise.race(calls);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "2"]);
    expect(JSON.parse(refused.body.toString()).error.code).toBe("rate_limited");
    const timer = setInterval(() => {
      for (const response of begun.splice(0)) response.end();
    }, 5);
    const statuses = (await Promise.all(calls).finally(() => clearInterval(timer))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8 + 128);
  });
});
