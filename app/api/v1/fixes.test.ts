import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { suspendAccount } from "#lib/accounts/state.ts";
import { maxLooks, maxWebhookEndpoints, previewsPerDay } from "#lib/contract/limits.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { db, sql } from "#lib/db/index.ts";
import type { Handler } from "#lib/http/route-table.ts";
import { imageHost } from "#lib/images/index.ts";
import { reasons as german } from "#lib/language/de/reasons.ts";
import { newId } from "#lib/platform/ids.ts";
import { apiReasons, fixOf, type ReasonKey, reasonOf } from "#lib/platform/reasons.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { routesOf } from "#lib/testing/http-server.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";
import { visitorOf } from "#lib/tryouts/claim.ts";
import { ALL as UNKNOWN } from "../[[...path]]/route.ts";
import { POST as TRY } from "../try/route.ts";
import { POST as STRIPE } from "../webhooks/stripe/route.ts";
import { POST as ARCHIVES } from "./archives/route.ts";
import { GET as BATCH_ARCHIVE } from "./batches/[id]/archive/route.ts";
import { GET as BATCH } from "./batches/[id]/route.ts";
import { GET as CREDITS } from "./credits/route.ts";
import { POST as GENERATE } from "./generate/route.ts";
import { POST as CANCEL } from "./generations/[id]/cancel/route.ts";
import { GET as CHECK } from "./generations/[id]/check/route.ts";
import { GET as FILE } from "./generations/[id]/file/route.ts";
import { DELETE, GET as GENERATION, PATCH } from "./generations/[id]/route.ts";
import { GET as LOOK } from "./looks/[id]/route.ts";
import { POST as LOOKS } from "./looks/route.ts";
import { GET as MASK_FILE } from "./masks/file/route.ts";
import { POST as MASKS } from "./masks/route.ts";
import { POST as PREVIEWS } from "./previews/route.ts";
import { POST as REMOVE_BG } from "./remove-bg/route.ts";
import { GET as SCENE_PREVIEW } from "./scenes/[id]/preview/route.ts";
import { POST as UPLOAD } from "./upload/route.ts";
import { POST as REDELIVER } from "./webhook-deliveries/[id]/redeliver/route.ts";
import { GET as ENDPOINT } from "./webhook-endpoints/[id]/route.ts";
import { POST as ENDPOINTS } from "./webhook-endpoints/route.ts";

useEnvironment({ STRIPE_WEBHOOK_SECRET: "", TRYOUTS_PER_HOUR: "8" });
await useDatabase();

const origin = "http://localhost:3000";
type Account = Awaited<ReturnType<typeof makeAccount>>;
type Status = "queued" | "running" | "succeeded" | "failed" | "canceled";

interface Sent {
  json?: unknown;
  body?: BodyInit;
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  key?: string | null;
}

let account: Account;
let imageUrl: string;
beforeAll(async () => {
  account = await makeAccount();
  imageUrl = await hosted(await productPicture("jpeg", 96));
});

async function hosted(bytes: Uint8Array, userId = account.userId): Promise<string> {
  return (await imageHost().upload(bytes, { folder: `inputs/${userId}` })).url;
}

/** A fully transparent picture. */
const transparent = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();

/** Sends a request with the account's key by default. */
async function send(
  { method, path }: Pick<Operation, "method" | "path">,
  handler: Handler,
  { json, body, id = "gen_1", query = {}, headers = {}, key = account.key }: Sent = {},
): Promise<Response> {
  const url = new URL(path.replace("{id}", id), origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const sent = new Headers(headers);
  if (key !== null) sent.set("authorization", `Bearer ${key}`);
  if (json !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const content = json === undefined ? body : JSON.stringify(json);
  const init = { method, headers: sent, ...(content !== undefined && { body: content, duplex: "half" }) };
  return handler(new Request(url, init), { params: Promise.resolve({ id }) });
}

/** What the table of routes answers to a method that `GET /credits` does not have. */
const refused: Handler = async (request) =>
  (await routesOf({ [operations.credits.path]: { GET: CREDITS } })
    .find("PUT", operations.credits.path)
    ?.handle?.(request)) ?? new Response(null, { status: 404 });

const photo = (more: object = {}) => ({
  image_url: imageUrl,
  type: "product",
  style: "studio",
  ...more,
});
/** Makes the API accept the order without waiting for a worker. */
const later = { prefer: "respond-async" };
const generate = (sent: Sent) => send(operations.generate, GENERATE, sent);
const upload = async (content: Uint8Array, sent: Sent = {}) => {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(content)], "picture.jpg"));
  return send(operations.upload, UPLOAD, { ...sent, body: form });
};
const credits = (key: string) => send(operations.credits, CREDITS, { key });
const without = async (plan: Parameters<typeof makeAccount>[0]) =>
  generate({ json: photo(), key: (await makeAccount(plan)).key });

async function work(status: Status, url = "x"): Promise<string> {
  const id = newId("gen");
  await queueOne({ ...onePhoto(account.userId), id, imageUrl: url }, 1);
  await db().generation.update({ where: { id }, data: { status } });
  return id;
}

async function batchOf(status: Status): Promise<string> {
  const id = newId("bat");
  await db().batch.create({ data: { id, userId: account.userId, total: 1 } });
  await db().generation.update({ where: { id: await work(status) }, data: { batchId: id, place: 0 } });
  return id;
}

const cancel = async (status: Status) =>
  send(operations.cancelGeneration, CANCEL, { id: await work(status) });
const file = async (status: Status) => send(operations.downloadGeneration, FILE, { id: await work(status) });
const tryOut = (headers: Record<string, string>) =>
  TRY(new Request(`${origin}/api/try?style=studio&sample=mug`, { method: "POST", headers }));

async function tryOutAfter(made: number, as: { addressHash?: string }): Promise<Response> {
  const visitor = visitorOf("203.0.113.9");
  for (let times = 0; times < made; times += 1) await db().tryout.create({ data: { ...visitor, ...as } });
  return tryOut({ "sec-fetch-site": "same-origin", "x-forwarded-for": "203.0.113.9" });
}

async function fill(data: { storedBytes?: number; orderedUntil?: Date }): Promise<Account> {
  const other = await makeAccount();
  await db().balance.update({ where: { userId: other.userId }, data });
  return other;
}

async function shut(end: (userId: string) => Promise<unknown>): Promise<Response> {
  const other = await makeAccount();
  await end(other.userId);
  return credits(other.key);
}

const brokenBody = () =>
  new ReadableStream({
    pull: (controller) => controller.error(new Error("the connection broke off")),
  });

/** For each reason, a request that provokes it, and the fix in its response. */
const provoked: Partial<Record<ReasonKey, readonly [request: () => Promise<Response>, fix: string]>> = {
  path_unknown: [
    () => send({ method: "GET", path: "/api/v1/what-is-this-about" }, UNKNOWN),
    "openapi.json lists every address",
  ],
  method_unknown: [() => send(operations.credits, refused), "GET, HEAD, OPTIONS"],
  key_missing: [() => send(operations.credits, CREDITS, { key: null }), "Send your API key in"],
  several_keys: [() => send(operations.credits, CREDITS, { query: { key: "pgs_x" } }), "Send one key"],
  key_account_suspended: [() => shut(suspendAccount), "another key of this account does not help"],
  key_account_deleted: [
    () => shut((userId) => db().subscription.update({ where: { userId }, data: { closingAt: new Date() } })),
    "Use the key of another account",
  ],
  plan_canceled: [() => without({ status: "canceled" }), "Choose a plan"],
  payment_due: [() => without({ status: "past_due" }), "Update the payment method"],
  trial_over: [
    async () => {
      const { key, userId } = await makeAccount({ status: "trialing" });
      await db().subscription.update({ where: { userId }, data: { trialEndsAt: new Date(0) } });
      return generate({ json: photo(), key });
    },
    "Choose a plan",
  ],
  max_credits_exceeded: [
    () => generate({ json: photo({ resolution: "4K", max_credits: 1 }) }),
    "Set `max_credits` to at least 4",
  ],
  look_not_found: [() => send(operations.getLook, LOOK, { id: "look_1" }), "GET /api/v1/looks lists"],
  scene_not_found: [
    () => send(operations.scenePreview, SCENE_PREVIEW, { id: "none" }),
    "GET /api/v1/scenes lists",
  ],
  mask_not_found: [
    () => send(operations.maskFile, MASK_FILE, { query: { image_url: imageUrl, source: "kept" } }),
    "`source=found`",
  ],
  generation_not_found: [() => send(operations.getGeneration, GENERATION), "GET /api/v1/generations lists"],
  result_unfinished: [() => file("queued"), "?wait=30"],
  result_missing: [() => file("failed"), "It costs nothing"],
  result_lost: [() => file("succeeded"), "from a backup"],
  no_results_chosen: [
    () => send(operations.createArchive, ARCHIVES, { json: { ids: ["gen_1"] } }),
    "generations?status=succeeded",
  ],
  batch_not_found: [() => send(operations.getBatch, BATCH, { id: "bat_1" }), "GET /api/v1/batches lists"],
  batch_without_results: [
    async () => send(operations.batchArchive, BATCH_ARCHIVE, { id: await batchOf("queued") }),
    "?wait=30",
  ],
  no_result_reviewed_so: [
    async () =>
      send(operations.batchArchive, BATCH_ARCHIVE, {
        id: await batchOf("succeeded"),
        query: { review: "approved" },
      }),
    "Leave `review` out",
  ],
  webhook_endpoint_not_found: [
    () => send(operations.getWebhookEndpoint, ENDPOINT, { id: "whe_1" }),
    "GET /api/v1/webhook-endpoints lists",
  ],
  webhook_delivery_not_found: [
    () => send(operations.redeliverWebhook, REDELIVER, { id: "whd_1" }),
    "lists the deliveries",
  ],
  work_running: [() => cancel("running"), "Let the work finish"],
  work_succeeded_before: [() => cancel("succeeded"), "DELETE /api/v1/generations/gen_"],
  work_failed_before: [() => cancel("failed"), "Nothing needs to be done"],
  work_canceled_before: [() => cancel("canceled"), "Nothing needs to be done"],
  work_unfinished: [
    async () => send(operations.deleteGeneration, DELETE, { id: await work("queued") }),
    "/cancel",
  ],
  review_unfinished: [
    async () =>
      send(operations.changeGeneration, PATCH, { id: await work("queued"), json: { review: "approved" } }),
    "`succeeded`",
  ],
  check_unfinished: [
    async () =>
      send(operations.checkGeneration, CHECK, { id: await work("failed"), query: { marketplace: "amazon" } }),
    "order failed work again",
  ],
  remake_not_found: [() => generate({ json: photo({ remake_of: "gen_1" }) }), "leave `remake_of` out"],
  remake_of_other_picture: [
    async () =>
      generate({ json: photo({ remake_of: await work("succeeded", "https://shop.example/other.jpg") }) }),
    "the `image_url` of that photo",
  ],
  storage_used_up: [
    async () => generate({ json: photo(), headers: later, key: (await fill({ storedBytes: 1e15 })).key }),
    "Delete work",
  ],
  uploads_used_up: [
    async () => upload(await productPicture("jpeg", 96), { key: (await fill({ storedBytes: 1e15 })).key }),
    "Delete results",
  ],
  hourly_work_used_up: [
    async () => {
      const orderedUntil = new Date(Date.now() + 2 * 60 * 60_000);
      return generate({ json: photo(), headers: later, key: (await fill({ orderedUntil })).key });
    },
    "order less at once",
  ],
  previews_used_up: [
    async () => {
      const { key, userId } = await makeAccount();
      await db().$executeRaw(sql`
        INSERT INTO preview_day (user_id, day, count)
        VALUES (${userId}, (now() AT TIME ZONE 'UTC')::date, ${previewsPerDay}::int)`);
      return send(operations.preview, PREVIEWS, { json: photo(), key });
    },
    "Order without a preview",
  ],
  no_worker: [() => generate({ json: photo() }), "tell the operator that no worker is running"],
  tryout_from_elsewhere: [() => tryOut({}), "with an API key"],
  tryouts_used_up: [() => tryOutAfter(3, {}), "Create an account"],
  tryouts_of_network_used_up: [
    async () => {
      await db().tryout.deleteMany();
      return tryOutAfter(3, { addressHash: "another" });
    },
    "Try again in an hour",
  ],
  too_many_looks: [
    async () => {
      const { key } = await makeAccount();
      const make = (name: string) =>
        send(operations.createLook, LOOKS, { json: { name, settings: { style: "studio" } }, key });
      for (let made = 0; made < maxLooks; made += 1) await make(`Look ${made}`);
      return make("One more");
    },
    "Delete a look",
  ],
  too_many_webhook_endpoints: [
    async () => {
      const { key, userId } = await makeAccount();
      const row = { userId, url: "https://example.com/", events: ["*"], secret: "" };
      await db().webhookEndpoint.createMany({
        data: Array.from({ length: maxWebhookEndpoints }, () => ({ id: newId("whe"), ...row })),
      });
      const json = { url: "https://93.184.216.34/", events: ["*"] };
      return send(operations.createWebhookEndpoint, ENDPOINTS, { json, key });
    },
    "Delete an endpoint",
  ],
  stripe_event_refused: [
    () => STRIPE(new Request(`${origin}/api/webhooks/stripe`, { method: "POST", body: "{}" })),
    "STRIPE_WEBHOOK_SECRET",
  ],
  body_too_large: [() => generate({ json: "x".repeat(2_000_000) }), "Send a smaller body"],
  body_compressed: [
    () => generate({ json: photo(), headers: { "content-encoding": "gzip" } }),
    "without `Content-Encoding`",
  ],
  body_broken: [
    () => generate({ body: brokenBody(), headers: { "content-type": "application/json" } }),
    "Send the request again",
  ],
  body_not_json: [
    () => generate({ body: "{}", headers: { "content-type": "text/plain" } }),
    "`Content-Type: application/json`",
  ],
  body_empty: [
    () => generate({ body: "", headers: { "content-type": "application/json" } }),
    "with the fields",
  ],
  body_malformed: [
    () => generate({ body: "{", headers: { "content-type": "application/json" } }),
    "with a JSON library",
  ],
  body_too_nested: [
    () =>
      generate({
        body: `${"[".repeat(3_000)}${"]".repeat(3_000)}`,
        headers: { "content-type": "application/json" },
      }),
    "as the reference describes",
  ],
  nothing_found: [
    async () =>
      send(operations.preview, PREVIEWS, { json: photo({ image_url: await hosted(await transparent(96)) }) }),
    "stands out from its background",
  ],
  picture_not_found: [
    () => generate({ json: photo({ image_url: imageUrl.replace(/[^/]+$/, "none.jpg") }) }),
    "Upload the picture again",
  ],
  image_not_found: [
    () =>
      send(operations.removeBg, REMOVE_BG, { json: { image_url: imageUrl.replace(/[^/]+$/, "none.jpg") } }),
    "Upload the picture again",
  ],
  image_not_among_uploads: [
    async () => {
      const mask = await greyMask({ width: 96, height: 96 });
      const { userId } = await makeAccount();
      const json = { image_url: imageUrl, mask_url: await hosted(mask, userId) };
      return send(operations.keepMask, MASKS, { json });
    },
    "POST /api/v1/upload",
  ],
  picture_format_unknown: [() => upload(Buffer.from("no picture at all")), "export it again as JPEG or PNG"],
  picture_data_damaged: [
    async () => upload((await productPicture("jpeg", 96)).subarray(0, 900)),
    "export it again as JPEG or PNG",
  ],
  picture_too_small: [
    async () =>
      send(operations.preview, PREVIEWS, { json: photo({ image_url: await hosted(await transparent(8)) }) }),
    "Use a larger picture",
  ],
};

test.each(Object.entries(provoked))(
  "an error with the reason %s names the fix of that reason",
  async (reason, [request, fix]) => {
    const response = await request();
    const { error } = await response.json();
    expect(error.reason ?? error.message).toBe(reason);
    expect(error.fix).toContain(fix);
    const known = reasonOf(error);
    expect(error.fix).toBe(known && fixOf(known));
  },
  60_000,
);

/**
 * Reasons that a single request cannot provoke: they need a model, a worker, a race, a page, or an operator's
 * setting.
 */
const needMore: readonly ReasonKey[] = [
  ...(["mask_empty", "mask_deleted", "mask_being_deleted", "model_refused", "product_changed"] as const),
  ...(["model_picture_unusable", "models_too_slow", "models_cannot_edit"] as const),
  ...(["options_withdrawn", "mode_withdrawn", "work_canceled"] as const),
  ...(["picture_damaged", "picture_unreadable", "picture_too_large", "picture_size_too_large"] as const),
  ...(["heic_too_large", "file_empty", "file_too_large", "decoding_too_slow"] as const),
  ...(["memory_too_small", "decoding_too_large", "path_undecodable", "path_in_capitals"] as const),
  ...(["secured_meanwhile", "result_deleted", "tryouts_off", "billing_off", "checkout_not_yours"] as const),
  ...(["account_missing", "keyed_work_unfinished", "remakes_changing", "repeat_under_way"] as const),
  ...(["uploads_closed", "own_calls_wait", "own_calls_wait_for_database", "picture_host_busy"] as const),
  ...(["no_such_key", "scope_not_granted", "key_outlives_grantor", "key_outspends_grantor"] as const),
  ...(["key_out_of_reach", "test_key_makes_test_keys", "time_is_past", "test_without_credits"] as const),
  ...(["test_work_used_up", "key_budget_used_up", "too_many_replayed", "event_not_found"] as const),
  ...(["picture_host_refused", "image_host_away"] as const),
  ...(["picture_host_away", "picture_is_page"] as const),
  ...(["webhook_host_busy", "tryout_failed", "preview_failed", "standby", "charge_unconfirmed"] as const),
  ...(["keyed_charge_unconfirmed", "batch_unconfirmed", "view_read_only"] as const),
];

test("every reason is listed in this file and has a fix in English and in German", () => {
  const tested = [...Object.keys(provoked), ...needMore];
  expect(tested.toSorted()).toEqual(Object.keys(apiReasons).toSorted());
  for (const [reason, { fix }] of Object.entries(apiReasons)) {
    expect(fix.length, reason).toBeGreaterThan(15);
    const own = german[reason as ReasonKey];
    if (typeof own === "object") expect(own.fix.length, reason).toBeGreaterThan(5);
    // A text with one sentence must name the fix, or what is possible.
    else expect(own, reason).toMatch(/ Sie |Möglich|Nötig/);
  }
});
