import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { startReceiver } from "#lib/testing/webhooks/receiver.ts";
import { expect, startPhotos, test } from "./installed-client.ts";
import { query } from "./support.ts";

// The packed client library and its CLI against the running service, with test keys.
test.describe.configure({ timeout: 360_000 });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("a batch of a folder of 40 pictures, killed three times, is completed by the next run and charged once", async ({
  demo,
  installed,
}) => {
  const owner = new installed.sdk.PhotoService({ baseUrl: demo.base_url, apiKey: demo.test_api_key });
  const { id, key } = await owner.keys.create({ name: "folder" });
  const folder = await mkdtemp(path.join(installed.folder, "pictures-"));
  for (let at = 0; at < 40; at += 1)
    await writeFile(path.join(folder, `ball-${at}.png`), await drawnProduct(64 + at));
  const saved = async () => (await readdir(folder)).filter((name) => name.endsWith(".photo.jpg")).length;
  const ordered = async () => (await owner.keys.get(id)).credits_this_month;
  const start = () => startPhotos(installed, ["batch", folder, "--style", "studio"], key, demo.base_url);
  const killWhen = async (isTime: () => Promise<boolean>) => {
    const { child, ended } = start();
    await expect.poll(isTime, { intervals: [20], timeout: 180_000 }).toBe(true);
    child.kill("SIGKILL");
    expect((await ended).status).toBe(null);
  };
  const uploads = async () => (await readdir(folder)).includes(".photos-batch.json");
  await killWhen(uploads);
  await killWhen(async () => (await ordered()) > 0);
  await killWhen(async () => (await saved()) >= 10);
  expect(await saved()).toBeLessThan(40);
  const last = start();
  expect(await last.ended).toEqual({ status: 0, stderr: "" });
  expect(last.lines().at(-1)).toMatchObject({ event: "done", failed: 0, credits_reserved: 0 });
  expect(await saved()).toBe(40);
  const { rows } = await query(
    `SELECT count(DISTINCT g.id)::int AS made, count(*)::int AS charges,
            sum(-l.monthly_delta - l.topup_delta)::int AS credits
     FROM generation g JOIN ledger_entry l ON l.reference = 'charge:' || g.id WHERE g.api_key_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ made: 40, charges: 40, credits: 40 }]);
  expect(await ordered()).toBe(40);
  const again = start();
  expect((await again.ended).status).toBe(0);
  expect(again.lines().at(-1)).toMatchObject({ saved: 0, already_there: 40, credits_reserved: 0 });
});

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
