import { Client, type ContentBlock, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Ajv } from "@modelcontextprotocol/client/validators/ajv";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agentWaitSeconds, toolBodyLimitBytes } from "#lib/contract/limits.ts";
import { tools } from "#lib/contract/mcp/tools.ts";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { mcpEndpoint } from "#lib/mcp/endpoint.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { routesOf, serveRoutes } from "#lib/testing/http-server.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { handlers } from "./handlers.ts";
import { POST } from "./route.ts";

await useDatabase();
useFixedPixels();
vi.setConfig({ testTimeout: 180_000 });

let service: Awaited<ReturnType<typeof serveRoutes>>;
let address: URL;
/** A picture with alpha, so that cutting it out needs no network. */
let imageUrl: string;
const clients: Client[] = [];

beforeAll(async () => {
  await runWorkers(2);
  service = await serveRoutes(routesOf({ "/api/mcp": { POST } }));
  address = new URL("/api/mcp", service.url);
  imageUrl = (await imageHost().upload(await drawnProduct(), { folder: "inputs/test" })).url;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.close();
  await endWorkers();
});

type Revision = "2025-11-25" | "2026-07-28";

/** The SDK's own client, which validates each structured result against the tool's output schema. */
async function connect(
  key: string,
  { revision = "2025-11-25", at = service.url }: { revision?: Revision; at?: string } = {},
): Promise<Client> {
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", at), { requestInit }));
  clients.push(client);
  await client.listTools();
  return client;
}

const size = { width: 64, height: 64 };
const photo = (change: object = {}) => ({
  image_url: imageUrl,
  style: "studio",
  size,
  max_credits: 4,
  ...change,
});

async function call(client: Client, name: keyof typeof tools, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given });
  const [text] = result.content;
  if (text?.type !== "text") throw new Error("no text");
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  const body: any = JSON.parse(text.text);
  if (!result.isError) expect(result.structuredContent).toEqual(body);
  return { result, body, error: result.isError ? body.error : null };
}

/** Polls until the work is finished: on a busy machine it may take longer than one call. */
async function finish(
  client: Client,
  name: "make_photo" | "remove_background",
  given: Record<string, unknown>,
) {
  let answer = await call(client, name, given);
  while (answer.error === null && answer.body.next !== null) {
    answer = await call(client, "get_work", { id: answer.body.id });
  }
  return answer;
}

/** Polls for the preview picture of a result, which the service omits on a busy machine. */
async function lookAt(client: Client, name: "get_work" | "upload_picture", given: Record<string, unknown>) {
  let picture: ContentBlock | undefined;
  const look = async () => {
    picture = (await call(client, name, given)).result.content.find(({ type }) => type === "image");
    return picture;
  };
  await expect.poll(look, { timeout: 120_000 }).toBeDefined();
  return picture;
}

async function totalOf(userId: string) {
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return monthly + topup;
}

function post(body: unknown, headers: Record<string, string> = {}) {
  return fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const message = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("a client that knows the address and a key", () => {
  test.each(["2025-11-25", "2026-07-28"] as const)(
    "makes a photo with protocol revision %s",
    async (revision) => {
      const { key, userId } = await makeAccount({ monthly: 5 });
      const client = await connect(key, { revision });
      expect(client.getInstructions()).toContain("make_photo");
      const { body, result } = await finish(
        client,
        "make_photo",
        photo({ title: "Ball", size: { width: 512, height: 512 } }),
      );
      expect(body).toMatchObject({ status: "succeeded", credits_used: 1, title: "Ball", next: null });
      expect(await totalOf(userId)).toBe(4);
      expect(result.content).toContainEqual({
        type: "resource_link",
        uri: body.result_url,
        name: "Ball",
        mimeType: "image/jpeg",
      });
      const picture = await lookAt(client, "get_work", { id: body.id });
      expect(picture).toMatchObject({ mimeType: "image/jpeg" });
      const bytes = Buffer.from(picture?.type === "image" ? picture.data : "", "base64");
      expect(bytes.length).toBeLessThan(100_000);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 512, height: 512 });
      expect(JSON.stringify(result)).not.toContain(key);
    },
  );

  test("lists the tools of the contract, each with a description and valid, self-contained schemas", async () => {
    const { key } = await makeAccount();
    const { tools: listed } = await (await connect(key)).listTools();
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools));
    for (const { name, description, inputSchema, outputSchema, annotations } of listed) {
      expect(description?.length).toBeGreaterThan(20);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      for (const schema of [inputSchema, outputSchema]) {
        const { $schema: _dialect, ...plain } = schema ?? {};
        expect(await ajv.validateSchema(plain), name).toBe(true);
        ajv.compile(plain);
      }
      const text = JSON.stringify({ inputSchema, outputSchema });
      expect(text).not.toMatch(/\$ref|\$defs|GenerationRequest/);
      expect(JSON.stringify(inputSchema)).not.toContain('"null"');
      const { required = [] } = inputSchema;
      const spends = annotations?.readOnlyHint === false && name !== "upload_picture";
      expect([name, required.includes("max_credits")]).toEqual([name, spends]);
    }
    // Limits the text that a model reads before its first call.
    expect(JSON.stringify(listed).length).toBeLessThan(60_000);
  });

  test("finds a scene, estimates, uploads, cuts out, waits, checks, and reads the balance", async () => {
    const { key, userId } = await makeAccount({ monthly: 30 });
    const client = await connect(key);
    const { body: found } = await call(client, "list_scenes", { q: "marble kitchen", limit: 2 });
    expect(found.data.length).toBeGreaterThan(0);
    const requests = [{ operation: "generate", request: photo({ scene: found.data[0].id }) }];
    expect((await call(client, "estimate", { requests })).body).toMatchObject({
      sufficient: true,
      credits: 1,
    });
    const base64 = (await drawnProduct(100)).toString("base64");
    const uploaded = await call(client, "upload_picture", { base64, file_name: "ball.png" });
    expect(uploaded.body.image_url).toContain(`/inputs/${userId}/`);
    const kept = { image_url: uploaded.body.image_url };
    expect(await lookAt(client, "upload_picture", kept)).toMatchObject({ mimeType: "image/jpeg" });
    const image_url = uploaded.body.image_url;
    const cutOut = await finish(client, "remove_background", { image_url, max_credits: cutoutCost });
    expect(cutOut.body).toMatchObject({ status: "succeeded", credits_used: cutoutCost });
    const { id } = cutOut.body;
    expect((await call(client, "get_work", { id })).body).toMatchObject({
      id,
      result_url: cutOut.body.result_url,
    });
    const check = await call(client, "check_for_marketplace", { id, marketplace: "amazon" });
    expect(check.body).toMatchObject({ marketplace: "amazon", passes: false });
    expect((await call(client, "get_credits")).body).toMatchObject({ total: 30 - cutoutCost });
  });

  test("gets an error for an unknown argument of any tool, and for an unknown tool", async () => {
    const { key } = await makeAccount();
    const client = await connect(key);
    for (const name of Object.keys(tools) as (keyof typeof tools)[])
      expect((await call(client, name, { nothing_known: 1 })).error?.code, name).toBe("invalid_params");
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow("Unknown tool");
  });

  test("orders a batch and gets its results", async () => {
    const { key, userId } = await makeAccount({ monthly: 3 });
    const client = await connect(key);
    const items = ["a", "b"].map((custom_id) => ({
      custom_id,
      operation: "generate",
      request: { image_url: imageUrl, style: "studio", size },
    }));
    const { body: ordered } = await call(client, "order_batch", { items, max_credits: 2 });
    expect(ordered).toMatchObject({ counts: { total: 2 }, next: "get_batch with this id" });
    let answer = await call(client, "get_batch", { id: ordered.id });
    while (answer.body.next !== null) answer = await call(client, "get_batch", { id: ordered.id });
    const { body, result } = answer;
    expect(body).toMatchObject({
      status: "completed",
      counts: { succeeded: 2 },
      next: null,
      next_cursor: null,
    });
    expect(body.items.map((item: { custom_id: string }) => item.custom_id)).toEqual(["a", "b"]);
    expect(result.content.filter(({ type }) => type === "resource_link")).toHaveLength(2);
    expect(await totalOf(userId)).toBe(1);
  });
});

describe("credits", () => {
  test("calls that lack max_credits, exceed it or are invalid are refused and charge nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const client = await connect(key);
    const { max_credits: _, ...without } = photo();
    for (const [given, code] of [
      [without, "invalid_params"],
      [photo({ max_credits: "4" }), "invalid_params"],
      [photo({ max_credits: 0 }), "insufficient_credits"],
      [photo({ resolution: "4K", max_credits: 3 }), "insufficient_credits"],
      [photo({ resolution: "4K", max_credits: 9, style: "nothing" }), "invalid_params"],
      [photo({ background_color: "#ff0000" }), "invalid_params"],
    ] as const) {
      const { error } = await call(client, "make_photo", given);
      expect(error).toMatchObject({ code, message: expect.any(String), fix: expect.any(String) });
    }
    const { error } = await call(client, "make_photo", photo({ background_color: "#ff0000" }));
    expect(error.message).toContain("background_color is not an argument of make_photo");
    const { error: tooDear } = await call(client, "order_batch", {
      items: [{ custom_id: "a", operation: "generate", request: photo() }],
      max_credits: 0,
    });
    expect(tooDear).toMatchObject({ code: "insufficient_credits" });
    const { error: wrong } = await call(client, "order_batch", {
      items: [{ custom_id: "a", operation: "generate", request: photo({ color: "#fff" }) }],
      max_credits: 1,
    });
    expect(wrong.issues).toMatchObject([{ path: "items[0].request.color" }]);
    for (const requests of [
      1,
      [1],
      [null],
      [{ operation: "toString", request: {} }],
      [{ operation: "generate" }],
    ]) {
      expect((await call(client, "estimate", { requests })).error).toMatchObject({ code: "invalid_params" });
    }
    expect(await totalOf(userId)).toBe(5);
  });

  test("concurrent calls with one idempotency key are charged once", async () => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const client = await connect(key);
    const given = photo({ idempotency_key: "order-1" });
    const answers = await Promise.all(Array.from({ length: 3 }, () => call(client, "make_photo", given)));
    const { body } = await finish(client, "make_photo", given);
    expect(body).toMatchObject({ status: "succeeded", credits_used: 1 });
    for (const { error, body: other } of answers) {
      if (error) expect(error.code).toBe("idempotency_in_progress");
      else expect(other.id).toBe(body.id);
    }
    const { error } = await call(client, "make_photo", { ...given, style: "luxury" });
    expect(error.code).toBe("idempotency_mismatch");
    expect(await totalOf(userId)).toBe(4);
  });

  test("an earlier result that is reused costs nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const client = await connect(key);
    const { body: first } = await finish(client, "make_photo", photo());
    const { body } = await call(client, "make_photo", photo({ reuse: true, max_credits: 0 }));
    expect(body).toMatchObject({ result_url: first.result_url, credits_used: 0 });
    expect(await totalOf(userId)).toBe(4);
  });
});

describe("API errors become tool errors", () => {
  test("with code, message and fix", async () => {
    const { key } = await makeAccount({ status: "canceled" });
    const client = await connect(key);
    const { error } = await call(client, "make_photo", photo());
    expect(error).toMatchObject({ code: "no_active_subscription", fix: expect.any(String) });
    expect((await call(client, "get_credits")).body).toMatchObject({ status: "canceled" });
  });

  test("for another account's work, and for no picture or two", async () => {
    const mine = await makeAccount();
    const other = await connect((await makeAccount()).key);
    const { body } = await call(await connect(mine.key), "make_photo", photo());
    expect((await call(other, "get_work", { id: body.id })).error).toMatchObject({ code: "not_found" });
    expect((await call(other, "get_batch", { id: "../credits" })).error).toMatchObject({ code: "not_found" });
    for (const given of [{ base64: "" }, {}, { base64: "AAAA", image_url: imageUrl }]) {
      expect((await call(other, "upload_picture", given)).error).toMatchObject({ code: "invalid_params" });
    }
    expect((await call(other, "upload_picture", { image_url: imageUrl })).body.image_url).toBe(imageUrl);
  });

  test("for work that fails, which is refunded", async () => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const client = await connect(key);
    const blank = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#0000" } })
      .png()
      .toBuffer();
    const { url } = await imageHost().upload(blank, { folder: "inputs/test" });
    const { error } = await finish(client, "make_photo", photo({ image_url: url }));
    expect(error).toMatchObject({ message: expect.any(String), fix: expect.any(String) });
    expect(await totalOf(userId)).toBe(5);
  });

  test("for calls over the rate limit", async () => {
    const { key } = await makeAccount();
    const client = await connect(key);
    vi.spyOn(env(), "RATE_LIMIT_PER_MINUTE", "get").mockReturnValue(1);
    await expect.poll(async () => (await post(message("ping"), bearer(key))).status).toBe(200);
    const { error } = await call(client, "get_credits");
    expect(error).toMatchObject({ code: "rate_limited", fix: expect.any(String) });
    const refused = await post(message("tools/list"), bearer(key));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    vi.restoreAllMocks();
  });
});

describe("a tool is limited by its key", () => {
  test("the error names the missing scope, and a paid order is answered without the scope to read work", async () => {
    const { userId } = await makeAccount({ monthly: 5 });
    const { key } = await createKey({ userId, name: "orders", scopes: ["work:write"] });
    const client = await connect(key);
    const { body } = await call(client, "make_photo", photo());
    expect(body).toMatchObject({
      status: expect.stringMatching(/^(queued|running)$/),
      credits_used: 1,
      next: "get_work with this id",
    });
    expect((await call(client, "get_work", { id: body.id })).error).toMatchObject({
      code: "missing_scope",
      required_scope: "work:read",
    });
    const reader = await createKey({ userId, name: "reader", scopes: ["work:read"] });
    const { error } = await call(await connect(reader.key), "make_photo", photo());
    expect(error).toMatchObject({ code: "missing_scope", required_scope: "work:write" });
    expect(await totalOf(userId)).toBe(4);
  });
});

test("a call whose work takes too long returns the work's id, and get_work returns its result later", async () => {
  expect(agentWaitSeconds).toBeLessThan(60);
  const { key, userId } = await makeAccount({ monthly: 5 });
  await endWorkers();
  const handler = mcpEndpoint(handlers, { waitSeconds: 1 });
  const impatient = await serveRoutes(routesOf({ "/api/mcp": { POST: handler } }));
  const ordered = await call(await connect(key, { at: impatient.url }), "make_photo", photo());
  expect(ordered.body).toMatchObject({ status: "queued", result_url: null, next: "get_work with this id" });
  expect(ordered.result.content.map(({ type }) => type)).toEqual(["text"]);
  await runWorkers(2);
  const client = await connect(key);
  const read = async () => (await call(client, "get_work", { id: ordered.body.id })).body;
  await expect
    .poll(read, { timeout: 120_000 })
    .toMatchObject({ status: "succeeded", credits_used: 1, next: null });
  expect(await totalOf(userId)).toBe(4);
  await impatient.close();
});

describe("HTTP", () => {
  test("a wrong, missing or misplaced key gets a 401, and WWW-Authenticate asks for a Bearer key", async () => {
    const { key } = await makeAccount();
    const query = new URL(`?key=${key}`, address);
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const missing = await fetch(query, sent);
    expect(missing.status).toBe(401);
    const metadata = `resource_metadata="${env().BASE_URL}/.well-known/oauth-protected-resource/api/mcp"`;
    const challenge = `Bearer realm="Photo Generation Service API", ${metadata}`;
    expect(missing.headers.get("www-authenticate")).toBe(challenge);
    expect((await missing.json()).error).toMatchObject({ code: "missing_api_key" });
    const wrong = await post(message("tools/list"), bearer("pgs_wrong"));
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const cookie = await post(message("tools/list"), { cookie: "session=1", "x-api-key": key });
    expect(cookie.status).toBe(401);
    await expect(connect("pgs_wrong")).rejects.toThrow();
  });

  test("GET and DELETE are answered with 405", async () => {
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(address, { method, headers: { accept: "text/event-stream" } });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  test("a request from another origin is refused unless CORS_ORIGINS lists the origin", async () => {
    const { key } = await makeAccount();
    const from = async (origin: string) => (await post(message("ping"), { ...bearer(key), origin })).status;
    expect(await from("https://evil.example")).toBe(403);
    expect(await from("null")).toBe(403);
    expect(await from(new URL(env().BASE_URL).origin)).toBe(200);
    vi.spyOn(env(), "CORS_ORIGINS", "get").mockReturnValue("https://shop.example");
    expect(await from("https://shop.example")).toBe(200);
    vi.restoreAllMocks();
  });

  test("the answer is JSON or an event stream, as the Accept header asks", async () => {
    const { key } = await makeAccount();
    const typeFor = async (accept: string) => {
      const response = await post(message("ping"), { ...bearer(key), accept });
      await response.text();
      return [response.status, response.headers.get("content-type")];
    };
    expect(await typeFor("application/json, text/event-stream")).toEqual([200, "application/json"]);
    expect(await typeFor("*/*")).toEqual([200, "application/json"]);
    expect(await typeFor("text/event-stream")).toEqual([200, "text/event-stream"]);
    expect((await typeFor("text/html"))[0]).toBe(406);
  });

  test("an invalid protocol revision in the header is rejected", async () => {
    const { key } = await makeAccount();
    const status = async (version: string) =>
      (await post(message("tools/list"), { ...bearer(key), "mcp-protocol-version": version })).status;
    expect(await status("2025-06-18")).toBe(200);
    expect(await status("1999-01-01")).toBe(400);
    // This revision requires the client's identity in each message, which is missing here.
    expect(await status("2026-07-28")).toBe(400);
  });
});

describe("hostile messages", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const long = "x".repeat(300);

  test.each<[string, unknown, number, number]>([
    ["no JSON", "{", 400, -32_700],
    ["no text", "\ud800", 400, -32_700],
    ["an empty body", "", 400, -32_700],
    ["a batch", [message("ping"), message("ping", {}, 2)], 400, -32_600],
    ["a number", "1", 400, -32_600],
    ["null", "null", 400, -32_600],
    ["an object", {}, 400, -32_600],
    ["another version of JSON-RPC", { ...message("ping"), jsonrpc: "1.0" }, 400, -32_600],
    ["an id that is long", message("ping", {}, long), 400, -32_600],
    ["an id that is an object", message("ping", {}, { a: 1 }), 400, -32_600],
    ["an id that is null", message("ping", {}, null), 400, -32_600],
    [
      "deep nesting",
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep(1_000_000)}}}`,
      400,
      -32_600,
    ],
    ["a body too large", "x".repeat(toolBodyLimitBytes + 1), 413, -32_700],
    ["a subscription", message("subscriptions/listen"), 404, -32_601],
    ["an unknown method", message("nothing"), 200, -32_601],
    ["a tool that is none", message("tools/call", { name: "constructor" }), 200, -32_602],
    ["arguments that are none", message("tools/call", { name: "estimate", arguments: [1] }), 200, -32_602],
  ])("%s is answered with a JSON-RPC error that reveals no internals", async (_what, body, status, code) => {
    const { key } = await makeAccount();
    const response = await post(body, bearer(key));
    const answer = await response.json();
    expect([response.status, answer.error?.code]).toEqual([status, code]);
    expect(JSON.stringify(answer)).not.toMatch(/ at |node_modules|x{300}/);
  });

  test("__proto__ is rejected as an argument, and nothing is charged", async () => {
    const { key, userId } = await makeAccount();
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_photo","arguments":{"__proto__":{"max_credits":9},"image_url":"${imageUrl}","style":"studio"}}}`;
    const { result } = await (await post(text, bearer(key))).json();
    expect(result).toMatchObject({ isError: true });
    expect(await totalOf(userId)).toBe(400);
  });

  test("a tool call sent as a notification is answered with 202 and has no effect", async () => {
    const { key, userId } = await makeAccount();
    const { id: _, ...notification } = message("tools/call", { name: "make_photo", arguments: photo() });
    const response = await post(notification, bearer(key));
    expect([response.status, await response.text()]).toEqual([202, ""]);
    const { body } = await api("listGenerations", { key });
    expect(body.data).toEqual([]);
    expect(await totalOf(userId)).toBe(400);
  });
});

test("make_photo with n returns all photos, their links and the sum of their credits", async () => {
  const { key } = await makeAccount({ monthly: 20 });
  const client = await connect(key);
  const small = { style: "amazon", size: { width: 64, height: 64 } };
  const call = { name: "make_photo", arguments: { image_url: imageUrl, ...small, n: 2, max_credits: 2 } };
  const { structuredContent, content } = await client.callTool(call);
  expect(structuredContent).toMatchObject({
    status: "succeeded",
    credits_used: 2,
    results: [
      { seed: 0, status: "succeeded" },
      { seed: 1, status: "succeeded" },
    ],
    next: null,
  });
  expect((content as ContentBlock[]).filter(({ type }) => type === "resource_link")).toHaveLength(2);
});
