// Guards that the n8n package builds, passes n8n's own lint, and that its nodes work in n8n's engine.
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aspectRatios, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { webhookEvents } from "#lib/contract/webhooks/events.ts";
import { db } from "#lib/db/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { startService } from "#lib/testing/service.ts";
import { startFaultyServer } from "../../sdk/src/testing/faulty-server.ts";
import type { Task } from "./n8n-child.ts";

await useDatabase();
vi.setConfig({ testTimeout: 120_000, hookTimeout: 1_200_000 });
const service = await startService();
const { makeAccount } = await import("#lib/testing/accounts.ts");
const { drawnProduct } = await import("#lib/testing/pictures.ts");
const { replacePhotos } = await import("#lib/testing/generations/paid-endpoint.ts");
const { useWorkers } = await import("#lib/testing/generations/workers.ts");
const { imageHost } = await import("#lib/images/index.ts");
const { startTasks } = await import("#lib/queue/tasks.ts");
const { webhookTasks } = await import("#lib/webhooks/tasks.ts");
const { stopQueue } = await import("#lib/queue/boss.ts");
useWorkers(2);

const run = promisify(execFile);
const folder = path.resolve(import.meta.dirname, "../../integrations/n8n");
const cost = 3;
let engine: Awaited<ReturnType<typeof startEngine>>;
let picture: Buffer;
let result: Buffer;
let credentials: Task["credentials"];
let userId: string;

/** Builds the package as its publisher does; its development packages are fetched once. */
async function buildPackage(): Promise<void> {
  const isInstalled = await run("npm", ["ls", "--depth=0"], { cwd: folder }).then(
    () => true,
    () => false,
  );
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  if (!isInstalled) await run("npm", ["ci", ...options], { cwd: folder });
  await run("npm", ["run", "build"], { cwd: folder });
}

async function startEngine() {
  const child = fork(path.join(import.meta.dirname, "n8n-child.ts"), [folder], { execArgv: [] });
  await once(child, "message");
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  const events: any[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  let resolve: (result: any) => void = () => undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  child.on("message", (message: any) => {
    if ("event" in message) events.push(message.event);
    else resolve(message.result);
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  const send = (task: Partial<Task> & Pick<Task, "do">): Promise<any> =>
    new Promise((done) => {
      resolve = done;
      child.send({ credentials, ...task });
    });
  return { send, events, stop: () => child.kill("SIGKILL") };
}

beforeAll(async () => {
  await buildPackage();
  picture = await drawnProduct(64);
  result = await drawnProduct(80);
  engine = await startEngine();
});
beforeEach(async () => {
  const account = await makeAccount({ monthly: 100 });
  userId = account.userId;
  credentials = { baseUrl: `${service.url}/`, apiKey: account.key };
  replacePhotos(cost, async () => imageHost().upload(result, { folder: "outputs/test" }));
});
afterAll(async () => {
  engine?.stop();
  await stopQueue();
  await service.close();
});

const spent = async () => 100 - (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
const files = (count: number) =>
  Array.from({ length: count }, (_file, at) => ({
    ...{ name: `mug-${at}.png`, type: "image/png", base64: picture.toString("base64") },
  }));
const photo = { resource: "photo", operation: "generate", style: "luxury", options: { format: "png" } };

test("n8n's own lint has no objection", async () => {
  // With NODE_ENV=test its rules expect the names of their own fixtures.
  const env = { ...process.env, NODE_ENV: "production" as const };
  await expect(run("npm", ["run", "lint"], { cwd: folder, env })).resolves.toBeDefined();
});

test("the choices of the nodes are those of the contract", () => {
  const load = createRequire(path.join(folder, "package.json"));
  const fields = load("./dist/nodes/shared/fields.js");
  const trigger = load("./dist/nodes/PhotoGenerationServiceTrigger/PhotoGenerationServiceTrigger.node.js");
  expect([...fields.styles].sort()).toEqual([...styleNames].sort());
  expect(fields.resolutions).toEqual([...resolutions]);
  expect(fields.aspectRatios).toEqual([...aspectRatios]);
  expect([...fields.formats].sort()).toEqual([...resultFormats].sort());
  expect(trigger.events).toEqual(
    Object.keys(webhookEvents)
      .filter((name) => name !== "test.ping")
      .sort(),
  );
});

test("the test of the credentials tells a right key from a wrong one", async () => {
  expect(await engine.send({ do: "test" })).toBe(200);
  expect(await engine.send({ do: "test", credentials: { ...credentials, apiKey: "pgs_wrong" } })).toBe(401);
});

test("a binary file becomes a photo in a binary field, charged once", async () => {
  const { items } = await engine.send({ do: "run", parameters: photo, pictures: files(1) });
  const [{ json, binary }] = items;
  expect(json).toMatchObject({ generation_id: expect.stringMatching(/^gen_/), credits_used: cost });
  expect(json.credits_remaining).toBe(100 - cost);
  expect(binary.data).toMatchObject({ mimeType: "image/png", fileName: `${json.generation_id}.png` });
  expect(Buffer.from(binary.data.data, "base64").subarray(1, 4).toString()).toBe("PNG");
  expect([await spent(), await db().generation.count({ where: { userId } })]).toEqual([cost, 1]);
});

test("a retry of the node after a lost response is not charged again", async () => {
  let lost = 0;
  const server = await startFaultyServer(service.url, ({ url }) => {
    if (!url?.endsWith("/generate")) return "none";
    lost += 1;
    return lost === 1 ? "lost" : "none";
  });
  const parameters = photo;
  const baseUrl = server.url;
  const done = await engine.send({
    ...{ do: "run", parameters, pictures: files(1), tries: 3 },
    credentials: { ...credentials, baseUrl },
  });
  server.close();
  expect(done.items).toHaveLength(1);
  expect([lost, await spent(), await db().generation.count({ where: { userId } })]).toEqual([2, cost, 1]);
});

test("an error has the message and the fix of the service, and costs nothing", async () => {
  const parameters = { ...photo, options: { max_credits: 1 } };
  const { error } = await engine.send({ do: "run", parameters, pictures: files(1) });
  expect(error).toMatchObject({
    message: expect.stringContaining("3 credits"),
    description: expect.any(String),
  });
  expect(await spent()).toBe(0);
});

test("all items become one batch, charged together once, and its results are read", async () => {
  let lost = 0;
  const server = await startFaultyServer(service.url, ({ method, url }) => {
    if (method !== "POST" || !url?.endsWith("/batches")) return "none";
    lost += 1;
    return lost === 1 ? "lost" : "none";
  });
  const parameters = {
    resource: "batch",
    operation: "create",
    style: "luxury",
    customId: "={{ $json.sku }}",
  };
  const ordered = await engine.send({
    ...{ do: "run", parameters, pictures: files(2), tries: 3 },
    credentials: { ...credentials, baseUrl: server.url },
  });
  server.close();
  const [{ json: batch }] = ordered.items;
  expect([lost, batch.counts.total, await spent()]).toEqual([2, 2, 2 * cost]);
  const read = { resource: "batch", operation: "get", batchId: batch.id };
  await vi.waitFor(
    async () => {
      const { items } = await engine.send({ do: "run", parameters: read, pictures: files(1) });
      expect(items[0].json).toMatchObject({ status: "completed", counts: { succeeded: 2 } });
      expect(items[0].json.items.map((item: { custom_id: string }) => item.custom_id)).toEqual([
        "mug-0.png",
        "mug-1.png",
      ]);
    },
    { timeout: 30_000 },
  );
});

test("a file is uploaded, and its background removed", async () => {
  const upload = { resource: "picture", operation: "upload" };
  const { items } = await engine.send({ do: "run", parameters: upload, pictures: files(1) });
  const { image_url: imageUrl } = items[0].json;
  expect(imageUrl).toContain("/inputs/");
  const parameters = { resource: "cutout", operation: "removeBackground", source: "url", imageUrl };
  const cut = await engine.send({ do: "run", parameters, pictures: files(1) });
  expect(cut.items[0].binary.data.mimeType).toBe("image/png");
});

test("the trigger registers its endpoint, starts only for signed events with their picture, and removes it", async () => {
  await startTasks(webhookTasks);
  const parameters = { events: ["generation.succeeded"], download: true };
  expect(await engine.send({ do: "check", parameters })).toBe(false);
  expect(await engine.send({ do: "activate", parameters })).toBe(true);
  expect(await engine.send({ do: "check", parameters })).toBe(true);
  const { url } = await db().webhookEndpoint.findFirstOrThrow({ where: { userId } });
  const forged = await fetch(url, {
    method: "POST",
    headers: {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,AAAA",
    },
    body: JSON.stringify({ type: "generation.succeeded", data: { id: "gen_forged" } }),
  });
  expect(forged.status).toBe(401);
  await engine.send({ do: "run", parameters: photo, pictures: files(1) });
  await vi.waitFor(() => expect(engine.events).toHaveLength(1), { timeout: 60_000 });
  const [{ json, binary }] = engine.events;
  expect(json).toMatchObject({ type: "generation.succeeded", data: { status: "succeeded" } });
  expect(Buffer.from(binary.data.data, "base64").subarray(1, 4).toString()).toBe("PNG");
  expect(await engine.send({ do: "deactivate", parameters })).toBe(true);
  const headers = { Authorization: `Bearer ${credentials.apiKey}` };
  const left = await fetch(`${service.url}/api/v1/webhook-endpoints`, { headers });
  expect(await left.json()).toMatchObject({ data: [] });
});
