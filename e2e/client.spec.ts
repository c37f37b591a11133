import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { startReceiver } from "#lib/testing/webhooks/receiver.ts";
import { expect, startPhotos, test } from "./installed-client.ts";
import { expectCompletedFolder } from "./killed-folder.ts";

// The packed client library, its command line and agents against the running service, with keys of their own and only
// the public reference. One worker runs all of them: installing the client takes longer than most of these tests.
test.describe.configure({ mode: "default", timeout: 240_000 });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("a batch of a folder that is killed is completed by the next run and charged once", ({
  demo,
  installed,
}) => expectCompletedFolder({ demo, installed, pictures: 4, killWhen: ["ordered"] }));

test("listen forwards events as they happen, and replay sends them to an endpoint again", async ({
  demo,
  installed,
}) => {
  const client = new installed.sdk.PhotoService({ baseUrl: demo.base_url, apiKey: demo.test_api_key });
  const since = new Date().toISOString();
  const forward = ["listen", "--forward", receiver.url("/local"), "--interval", "0.2"];
  const listener = startPhotos(installed, forward, demo.test_api_key, demo.base_url);
  await expect.poll(() => listener.lines()[0]).toMatchObject({ event: "listening" });
  const [{ secret }] = listener.lines();
  const { image_url } = await client.uploads.create(new Uint8Array(await drawnProduct()));
  const { id } = await client.photos.order({ image_url, type: "product", style: "studio" });
  expect(await client.generations.waitFor(id)).toMatchObject({ status: "succeeded" });
  const received = async (path: string, key: string) => {
    const events = receiver.at(path).map(({ text, headers }) => client.webhooks.unwrap(text, headers, key));
    return (await Promise.all(events)).filter(({ data }) => Object(data).id === id);
  };
  const isMade = [{ type: "generation.succeeded", data: { status: "succeeded", livemode: false } }];
  await expect.poll(() => received("/local", secret), { timeout: 30_000 }).toMatchObject(isMade);
  listener.child.kill("SIGINT");
  expect(await listener.ended).toEqual({ status: 0, stderr: "" });

  const hook = await client.webhooks.endpoints.create({ url: receiver.url("/again"), events: ["*"] });
  const args = ["events", "replay", hook.id, "--since", since, "--types", "generation.succeeded"];
  const replay = startPhotos(installed, args, demo.test_api_key, demo.base_url);
  expect(await replay.ended).toEqual({ status: 0, stderr: "" });
  expect(replay.lines()).toEqual([{ event: "replayed", endpoint: hook.id, events: expect.any(Number) }]);
  await expect.poll(() => received("/again", hook.secret), { timeout: 60_000 }).toMatchObject(isMade);
  const [first, second] = [await received("/local", secret), await received("/again", hook.secret)];
  expect(second.map((event) => event.id)).toEqual(first.map((event) => event.id));
  await client.webhooks.endpoints.delete(hook.id);
});

test("the client can create, list, change, rotate and delete keys", async ({ demo, installed }) => {
  const { PhotoService } = installed.sdk;
  const owner = new PhotoService({ baseUrl: demo.base_url, apiKey: demo.api_key });
  const made = await owner.keys.create({ name: "shop", scopes: ["account:read"], max_credits_per_month: 9 });
  expect(made).toMatchObject({ test: false, credits_this_month: 0, last_used_at: null });
  const balance = (key: string) => new PhotoService({ baseUrl: demo.base_url, apiKey: key }).credits.get();
  expect(await balance(made.key)).toMatchObject({ tier: "pro" });
  const listed = [];
  for await (const one of owner.keys.list({ limit: 2 })) listed.push(one.id);
  expect(listed).toContain(made.id);
  const change = { name: "shop 2", max_credits_per_month: null };
  expect(await owner.keys.update(made.id, change)).toMatchObject(change);
  const rotated = await owner.keys.rotate(made.id, { overlap_hours: 1 });
  for (const key of [made.key, rotated.key]) await balance(key);
  const again = await owner.keys.rotate(made.id, { overlap_hours: 0 });
  const refused = { name: "AuthenticationError", code: "invalid_api_key" };
  for (const key of [made.key, rotated.key]) await expect(balance(key)).rejects.toMatchObject(refused);
  await expect(
    new PhotoService({ baseUrl: demo.base_url, apiKey: again.key }).keys.list(),
  ).rejects.toMatchObject({ name: "PermissionDeniedError", requiredScope: "keys" });
  expect(await owner.keys.delete(made.id)).toEqual({ id: made.id, deleted: true });
  await expect(balance(again.key)).rejects.toMatchObject(refused);
  await expect(owner.keys.get(made.id)).rejects.toMatchObject({ name: "NotFoundError" });
});

test("a page of a shop makes a photo with the installed modules and a test key", async ({
  page,
  demo,
  installed,
}) => {
  const origin = process.env.E2E_SHOP_ORIGIN ?? "";
  const shop = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    if (pathname === "/") return void response.end("<!doctype html><title>Shop</title>");
    const file = await readFile(path.join(installed.dist, pathname)).catch(() => null);
    response.writeHead(file ? 200 : 404, { "content-type": "text/javascript" }).end(file);
  });
  await new Promise<void>((resolve) => shop.listen(Number(new URL(origin).port), "127.0.0.1", resolve));
  await page.goto(origin);
  const picture = (await drawnProduct()).toString("base64");
  const given = { baseUrl: demo.base_url, apiKey: demo.test_api_key, picture };
  const made = await page.evaluate(async ({ baseUrl, apiKey, picture }) => {
    const { PhotoService, ApiError } = await import(`${location.origin}/index.js`);
    const client = new PhotoService({ baseUrl, apiKey });
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], "ball.png", { type: "image/png" });
    const { image_url } = await client.uploads.create(file);
    const photo = await client.photos.generate({ image_url, style: "studio" });
    const error = await client.generations.get("gen_none").catch((reason: unknown) => reason);
    const isKnown = error instanceof ApiError;
    return { ...photo, requestId: isKnown ? Object(error).requestId : null };
  }, given);
  expect(made).toMatchObject({ credits_used: 1, requestId: expect.stringMatching(/^req_/) });
  const loaded = await page.evaluate(
    (src) =>
      new Promise<number>((resolve) => {
        const image = new Image();
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => resolve(0);
        image.src = src;
      }),
    made.result_url,
  );
  expect(loaded).toBeGreaterThan(100);
  shop.close();
});

/**
 * The official MCP client, which validates each structured result against the schema of its tool, like the inspector.
 */
async function connect(address: URL, key: string): Promise<Client> {
  const client = new Client({ name: "agent", version: "1" });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

type Answer = Record<string, unknown> & { next?: string | null };

async function callTool(client: Client, name: string, given: object = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } });
  expect(isError, JSON.stringify(content)).not.toBe(true);
  return { content, answer: structuredContent as Answer };
}

/** Reads the work until there is no next step; returns the number of calls. */
async function finish(client: Client, first: Answer) {
  let answer = first;
  let calls = 0;
  for (; answer.next; calls += 1) ({ answer } = await callTool(client, "get_work", { id: first.id }));
  return { answer, calls };
}

test("an agent that knows the MCP address can make a photo within five calls", async ({ demo }) => {
  const client = await connect(new URL("/api/mcp", demo.base_url), demo.test_api_key);
  expect(client.getInstructions()).toContain("upload_picture");
  const base64 = (await drawnProduct(300)).toString("base64");
  const { answer: upload } = await callTool(client, "upload_picture", { base64, file_name: "ball.png" });
  const { image_url } = upload;
  const wanted = { image_url, style: "studio" };
  const requests = [{ operation: "generate", request: wanted }];
  const { answer: cost } = await callTool(client, "estimate", { requests });
  const ordered = await callTool(client, "make_photo", { ...wanted, max_credits: cost.credits });
  const { answer, calls } = await finish(client, ordered.answer);
  expect(3 + calls).toBeLessThanOrEqual(5);
  expect(answer).toMatchObject({ status: "succeeded", livemode: false, next: null });
  expect((await fetch(String(answer.result_url))).headers.get("content-type")).toBe("image/jpeg");
  await client.close();
});
