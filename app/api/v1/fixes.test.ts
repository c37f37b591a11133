import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { reasons as german } from "#lib/language/de/index.ts";
import { apiReasons, fixOf, type ReasonKey, reasonOf } from "#lib/platform/reasons.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { visitorOf } from "#lib/tryouts/claim.ts";
import { POST as TRY } from "../try/route.ts";

useEnvironment({ TRYOUTS_PER_HOUR: "8" });
await useDatabase();

const { url: imageUrl } = await imageHost().upload(await productPicture("jpeg", 96), {
  folder: "inputs/test",
});

const generate = (call: TestCall) =>
  api("generate", { json: { image_url: imageUrl, type: "product", style: "studio" }, ...call });

/** An account whose balance or subscription is changed first. */
async function with_({ balance = {}, subscription = {} }: { balance?: object; subscription?: object }) {
  const account = await makeAccount();
  const where = { userId: account.userId };
  await db().balance.update({ where, data: balance });
  await db().subscription.update({ where, data: subscription });
  return account;
}

async function upload({ key }: Account) {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(await productPicture("jpeg", 96))], "picture.jpg"));
  return await api("upload", { key, body });
}

/** Downloads a result whose file the image host does not have. */
async function downloadLost() {
  const { key, userId } = await makeAccount();
  const photo = onePhoto(userId);
  await queueOne(photo, 1);
  await db().generation.update({ where: { id: photo.id }, data: { status: "succeeded" } });
  return await api("downloadGeneration", { key, id: photo.id });
}

async function tryOutAfter(made: number, as: { addressHash?: string }) {
  await db().tryout.deleteMany();
  for (let times = 0; times < made; times += 1)
    await db().tryout.create({ data: { ...visitorOf("203.0.113.9"), ...as } });
  const headers = { "sec-fetch-site": "same-origin", "x-forwarded-for": "203.0.113.9" };
  const url = "http://localhost:3000/api/try?style=studio&sample=mug";
  const response = await TRY(new Request(url, { method: "POST", headers }));
  return { body: await response.json() };
}

const brokenBody = () =>
  new ReadableStream({ pull: (controller) => controller.error(new Error("the connection broke off")) });
const later = { prefer: "respond-async" };
const full = { balance: { storedBytes: 1e15 } };
const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60_000);
const ended = { status: "trialing", trialEndsAt: new Date(0) };

/** Reasons that `npm run conformance`, which checks the fix of all others, cannot provoke. */
const provoked: Partial<Record<ReasonKey, () => Promise<{ body: { error: { fix: string } } }>>> = {
  key_account_deleted: async () => api("credits", await with_({ subscription: { closingAt: new Date() } })),
  trial_over: async () => generate(await with_({ subscription: ended })),
  storage_used_up: async () => generate({ ...(await with_(full)), headers: later }),
  uploads_used_up: async () => upload(await with_(full)),
  hourly_work_used_up: async () =>
    generate({ ...(await with_({ balance: { orderedUntil: inTwoHours() } })), headers: later }),
  result_lost: downloadLost,
  no_worker: async () => generate(await makeAccount()),
  body_broken: async () =>
    generate({
      ...(await makeAccount()),
      json: undefined,
      body: brokenBody(),
      headers: { "content-type": "application/json" },
    }),
  tryouts_used_up: () => tryOutAfter(3, {}),
  tryouts_of_network_used_up: () => tryOutAfter(3, { addressHash: "another" }),
};

test.each(Object.entries(provoked))("an error with the reason %s names its fix", async (reason, request) => {
  const { error } = (await request()).body;
  const known = reasonOf(error);
  expect(known?.reason).toBe(reason);
  expect(error.fix).toBe(known && fixOf(known));
});

test("every reason has a fix in English and in German", () => {
  for (const [reason, { fix }] of Object.entries(apiReasons)) {
    expect(fix.length, reason).toBeGreaterThan(15);
    const own = german[reason as ReasonKey];
    if (typeof own === "object") expect(own.fix.length, reason).toBeGreaterThan(5);
    // A text with one sentence must name the fix, or what is possible.
    else expect(own, reason).toMatch(/ Sie |Möglich|Nötig/);
  }
});
