import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { toStored } from "#lib/images/reference.ts";
import { runWaiting } from "#lib/testing/run-waiting.ts";
import { saveBillingDetails } from "../billing/details.ts";
import { closeAccount } from "../closing/close-account.ts";
import { retention } from "../contract/retention.ts";
import { db } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { createKey } from "../keys/index.ts";
import { openTestAccount } from "../keys/test-account.ts";
import { createLook } from "../looks/looks.ts";
import { mailTask } from "../mail/queue.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { queue } from "../queue/boss.ts";
import { exportAttempts, exportQueue } from "../queue/queues.ts";
import { makeAccount } from "../testing/accounts.ts";
import { finishOne } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo } from "../testing/outbox.ts";
import { productPicture } from "../testing/pictures.ts";
import { someCredits } from "../testing/webhooks/receiver.ts";
import { emitEvent } from "../webhooks/emit.ts";
import { createEndpoint } from "../webhooks/endpoints.ts";
import {
  downloadExport,
  exportsPerDay,
  exportTask,
  getLastExport,
  purgeExports,
  requestExport,
} from "./exports.ts";

await useDatabase();
// Some tests leave jobs, and others count the jobs they run.
beforeEach(async () => (await queue()).deleteAllJobs(exportQueue));

const folder = () => path.join(env().DATA_DIR, "exports");
const filesOf = async () => (await readdir(folder()).catch(() => [])).toSorted();

const billingDetails = {
  name: "Lampenhaus GmbH",
  line1: "Ringstr. 7",
  line2: "",
  city: "Köln",
  country: "DE",
  taxId: "DE123456789",
};

/** An account with work, uploads, a look, an endpoint and test mode. */
async function makeResident() {
  const account = await makeAccount();
  const { userId } = account;
  const source = await imageHost().upload(await productPicture(), { folder: `inputs/${userId}` });
  const mask = await imageHost().upload(await productPicture(), { folder: `inputs/${userId}` });
  const picture = { userId, publicId: source.publicId, maskPublicId: mask.publicId };
  await db().pictureMask.create({ data: { ...picture, maskRef: toStored(mask.url) } });
  const { url: imageUrl, publicId: sourcePublicId } = source;
  const named = { title: "blue mug", metadata: { sku: "A-1" }, sourcePublicId };
  const result = await imageHost().upload(await productPicture(), { folder: `results/${userId}` });
  const photo = { ...named, imageUrl, style: "luxury", resolution: "2K", result };
  const id = await finishOne(userId, 2, photo);
  const gone = { url: result.url.replace(result.publicId, "results/gone"), publicId: null };
  const lost = await finishOne(userId, 2, { imageUrl, result: gone });
  await saveBillingDetails(userId, { ...billingDetails, postalCode: "50667" });
  await createLook({ name: "House style", settings: {} }, { userId });
  const endpoint = await createEndpoint({ url: "http://127.0.0.1:9/hook", events: ["*"] }, { userId });
  await emitEvent({ userId, type: "subscription.updated", reference: newId("row"), data: someCredits });
  const testKey = await createKey({ userId: await openTestAccount(userId, db()), name: "test" });
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return { ...account, email, id, lost, result, source, mask, endpoint, testKey: testKey.key };
}

async function readDownload(userId: string, id: string) {
  const file = await downloadExport(userId, id);
  if (!file) return null;
  const bytes = new Uint8Array(await new Response(file.content).arrayBuffer());
  if (file.sizeBytes !== null) expect(bytes.length).toBe(file.sizeBytes);
  return unzipSync(bytes);
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function lastId(userId: string): Promise<string> {
  const last = await getLastExport(userId);
  if (!last) throw new Error("there is no export");
  return last.id;
}

describe("an export", () => {
  test("contains all data of the account and its test account, files byte for byte, and no secret", async () => {
    const resident = await makeResident();
    const { userId, id, lost, result, source, mask, email } = resident;
    await requestExport(userId);
    expect(await getLastExport(userId)).toMatchObject({ state: "running", expiresAt: null });
    expect(await runWaiting(exportTask)).toBe(1);
    const files = (await readDownload(userId, await lastId(userId))) ?? {};
    const names = Object.keys(files);
    const parts = ["work", "batches", "looks", "webhook-endpoints", "events", "audit-events"];
    for (const part of parts)
      expect(names).toEqual(expect.arrayContaining([`${part}.json`, `test-mode/${part}.json`]));

    const json = (name: string) => JSON.parse(textOf(files[`${name}.json`]));
    expect(json("profile")).toMatchObject({ id: userId, email, balance: { topup: 0 } });
    expect(json("profile").billing_details).toMatchObject({
      name: "Lampenhaus GmbH",
      postal_code: "50667",
      tax_id: "DE123456789",
    });
    expect(json("work")).toHaveLength(2);
    expect(json("work")[0]).toMatchObject({
      id,
      title: "blue mug",
      metadata: { sku: "A-1" },
      livemode: true,
    });
    expect(names).toContain(`${json("work")[0].file}.jpg`);
    expect(json("looks")).toMatchObject([{ name: "House style" }]);
    expect(json("keys").map(({ name }: { name: string }) => name)).toEqual(["test", "test"]);
    expect(json("events").length).toBeGreaterThan(0);
    expect(json("audit-events").map(({ action }: { action: string }) => action)).toContain("key.created");
    expect(json("test-mode/audit-events")).toMatchObject([{ action: "key.created", livemode: false }]);
    expect(json("receipts")).toEqual([]);
    expect(textOf(files["ledger.csv"]).trim().split("\r\n")).toHaveLength(4);
    expect(textOf(files["not-included.txt"])).toContain(lost);

    const read = async (url: string) => {
      const reference = imageHost().parse(url);
      return Buffer.from((reference && (await imageHost().read(reference))) ?? []);
    };
    const inZip = (start: string) => {
      const found = names.filter((name) => name.startsWith(start));
      expect(found, start).toHaveLength(1);
      return Buffer.from(files[found[0] ?? ""] ?? []);
    };
    expect(inZip("files/results/").equals(await read(result.url))).toBe(true);
    expect(inZip("files/originals/").equals(await read(source.url))).toBe(true);
    expect(inZip("files/masks/").equals(await read(mask.url))).toBe(true);

    const all = Object.values(files).map(textOf).join("\n");
    for (const secret of [resident.key, resident.testKey, resident.endpoint.secret]) {
      expect(all).not.toContain(secret);
    }
    await runWaiting(mailTask);
    expect(await mailTo(email)).toContain(`/account/export/${await lastId(userId)}`);
  });

  test("is available only to its owner, and expires after the retention period", async () => {
    const { userId } = await makeResident();
    const stranger = await makeAccount();
    await requestExport(userId);
    const id = await lastId(userId);
    expect(await downloadExport(userId, id)).toBeNull();
    await runWaiting(exportTask);
    expect(await downloadExport(stranger.userId, id)).toBeNull();
    expect(await filesOf()).toContain(`${id}.zip`);
    const readyAt = new Date(Date.now() - retention.exports.days * 86_400_000 - 1);
    await db().accountExport.update({ where: { id }, data: { readyAt } });
    expect([await downloadExport(userId, id), await getLastExport(userId)]).toEqual([null, null]);
    await purgeExports();
    expect(await filesOf()).not.toContain(`${id}.zip`);
  });

  test("is rejected while another one runs, also when requested concurrently, and above the daily limit", async () => {
    const { userId } = await makeAccount();
    for (let made = 0; made < exportsPerDay; made += 1) {
      const asked = await Promise.allSettled([1, 2, 3].map(() => requestExport(userId)));
      const refused = asked.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(2);
      for (const one of refused) expect(one).toMatchObject({ reason: { reason: "export_running" } });
      expect(await runWaiting(exportTask)).toBe(1);
    }
    await expect(requestExport(userId)).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("an export job that does not finish", () => {
  test("is retried without leaving a partial file, and fails after the last attempt", async () => {
    const { userId } = await makeResident();
    await requestExport(userId);
    const exportId = await lastId(userId);
    const before = await filesOf();
    await expect(exportTask.run({ exportId }, AbortSignal.abort())).rejects.toThrow();
    expect(await filesOf()).toEqual(before);
    expect(await runWaiting(exportTask)).toBe(1);
    expect(await getLastExport(userId)).toMatchObject({ state: "ready" });
    // A worker that takes the same job again finds it done.
    await exportTask.run({ exportId }, AbortSignal.abort());

    await requestExport(userId);
    const second = await lastId(userId);
    for (let attempt = 1; attempt < exportAttempts; attempt += 1) {
      await expect(exportTask.run({ exportId: second }, AbortSignal.abort())).rejects.toThrow();
    }
    await exportTask.run({ exportId: second }, AbortSignal.abort());
    expect(await getLastExport(userId)).toMatchObject({ id: second, state: "failed" });
    await requestExport(userId);
  });

  test("is marked as failed by the purge after two days", async () => {
    const { userId } = await makeAccount();
    await requestExport(userId);
    await purgeExports(new Date(Date.now() + 3 * 86_400_000));
    expect(await getLastExport(userId)).toMatchObject({ state: "failed" });
  });
});

test("an export whose file is on another machine is generated during the download", async () => {
  const { userId, id } = await makeResident();
  await requestExport(userId);
  await runWaiting(exportTask);
  const exportId = await lastId(userId);
  await rm(path.join(folder(), `${exportId}.zip`));
  const files = (await readDownload(userId, exportId)) ?? {};
  expect(textOf(files["work.json"])).toContain(id);
});

test("deleting an account deletes its exports, also one that is still running", async () => {
  const { userId } = await makeResident();
  await requestExport(userId);
  await runWaiting(exportTask);
  const ready = await lastId(userId);
  await requestExport(userId);
  const open = await lastId(userId);
  await closeAccount(userId);
  await exportTask.run({ exportId: open }, new AbortController().signal);
  expect(await filesOf()).not.toContain(`${ready}.zip`);
  expect(await filesOf()).not.toContain(`${open}.zip`);
  expect(await db().accountExport.count({ where: { userId } })).toBe(0);
});
