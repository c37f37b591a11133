import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Ajv } from "@modelcontextprotocol/client/validators/ajv";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
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

test("a plugin's key with the scope work:write can only order work, up to its limit of 13 credits", async ({
  demo,
  installed: { sdk },
}) => {
  const owner = new sdk.PhotoService({ baseUrl: demo.base_url, apiKey: demo.api_key });
  const limits = { scopes: ["work:write"], max_credits_per_month: 13 };
  const { key, id } = await owner.keys.create({ name: "plugin", ...limits });
  const hook = await owner.webhooks.endpoints.create({ url: receiver.url("/own"), events: ["*"] });
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${demo.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });

  const all = Object.values<Operation>(operations);
  const forbidden = all.filter(({ scope }) => scope !== null && scope !== "work:write");
  expect(forbidden.map((one) => one.id)).toEqual(
    expect.arrayContaining([
      "listKeys",
      "createKey",
      "rotateKey",
      "deleteGenerations",
      "updateWebhookEndpoint",
    ]),
  );
  const ids: Partial<Record<string, string>> = { keys: id, webhooks: hook.id };
  for (const { method, path, section, scope } of forbidden) {
    const body = method === "POST" || method === "PATCH" ? { url: receiver.url("/stolen") } : undefined;
    const answer = await call(method, path.replace(/\{\w+\}/, ids[section] ?? "gen_1"), body);
    const { error } = await answer.json();
    expect([method, path, answer.status, error?.required_scope]).toEqual([method, path, 403, scope]);
  }
  expect(await owner.webhooks.endpoints.get(hook.id)).toMatchObject({ url: receiver.url("/own") });
  expect(await owner.keys.get(id)).toMatchObject({ ...limits, credits_this_month: 0 });

  const plugin = new sdk.PhotoService({ baseUrl: demo.base_url, apiKey: key });
  const { image_url } = await plugin.uploads.create(new Uint8Array(await drawnProduct()));
  const order = async (path: string, request: object) => {
    const answer = await call("POST", path, { image_url, ...request }, { Prefer: "respond-async" });
    return answer.ok ? "ordered" : (await answer.json()).error.code;
  };
  // Uses ten credits, then orders six concurrently, of which three fit.
  expect(await order("/api/v1/remove-bg", {})).toBe("ordered");
  const photos = await Promise.all(
    Array.from({ length: 6 }, (_, seed) =>
      order("/api/v1/generate", { type: "product", style: "studio", seed }),
    ),
  );
  expect(photos.toSorted()).toEqual([...Array(3).fill("key_budget_exceeded"), ...Array(3).fill("ordered")]);
  expect(await order("/api/v1/generate", { type: "product", style: "studio" })).toBe("key_budget_exceeded");
  const made = async () =>
    (await owner.generations.list({ key_id: id }).toArray()).map((work) => work.status);
  await expect.poll(made, { timeout: 120_000 }).toEqual(Array(4).fill("succeeded"));
  expect(await owner.keys.get(id)).toMatchObject({ credits_this_month: 13 });
  await owner.webhooks.endpoints.delete(hook.id);
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

/** Calls the tool until there is no next step; returns the number of calls. */
async function finish(client: Client, tool: "get_work" | "get_batch", first: Answer) {
  let answer = first;
  let calls = 0;
  for (; answer.next; calls += 1) ({ answer } = await callTool(client, tool, { id: first.id }));
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
  const { answer, calls } = await finish(client, "get_work", ordered.answer);
  expect(3 + calls).toBeLessThanOrEqual(5);
  expect(answer).toMatchObject({ status: "succeeded", livemode: false, next: null });
  expect((await fetch(String(answer.result_url))).headers.get("content-type")).toBe("image/jpeg");
  await client.close();
});

test("each tool has valid JSON Schemas, returns results that match them, and rejects unknown arguments", async ({
  demo,
}) => {
  const client = await connect(new URL("/api/mcp", demo.base_url), demo.test_api_key);
  const { tools } = await client.listTools();
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema, name).toMatchObject({ type: "object" });
      const { $schema: _dialect, ...plain } = schema ?? {};
      expect(await ajv.validateSchema(plain), name).toBe(true);
      ajv.compile(plain);
    }
  }
  const image_url = `${demo.base_url}/test/ok.jpg`;
  const request = { image_url, style: "studio" };
  const paid = { ...request, max_credits: 1 };
  const { answer: photo } = await callTool(client, "make_photo", paid);
  const items = [{ custom_id: "a", operation: "generate", request }];
  const { answer: batch } = await callTool(client, "order_batch", { items, max_credits: 1 });
  const { answer: work } = await finish(client, "get_work", photo);
  const base64 = (await drawnProduct()).toString("base64");
  const { answer: upload } = await callTool(client, "upload_picture", { base64 });
  const calls: Record<string, object> = {
    list_scenes: { limit: 2 },
    estimate: { requests: [{ operation: "generate", request }] },
    remove_background: { image_url: upload.image_url, max_credits: 10 },
    get_work: { id: work.id },
    check_for_marketplace: { id: work.id, marketplace: "amazon" },
    get_batch: { id: batch.id },
    get_credits: {},
  };
  for (const [name, given] of Object.entries(calls)) await callTool(client, name, given);
  const called = ["make_photo", "order_batch", "upload_picture", ...Object.keys(calls)];
  expect(tools.map(({ name }) => name).toSorted()).toEqual(called.toSorted());
  for (const { name, inputSchema } of tools) {
    const wrong = await client.callTool({ name, arguments: { nothing_known: 1 } });
    const [text] = wrong.content;
    expect(wrong.isError, name).toBe(true);
    expect(JSON.parse(text?.type === "text" ? text.text : "").error).toMatchObject({
      code: "invalid_params",
    });
    expect(inputSchema.additionalProperties).toBe(false);
  }
  await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow("Unknown tool");
  await client.close();
});
