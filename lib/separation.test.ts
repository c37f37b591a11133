import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { assignNewInstallation } from "./installation/index.ts";
import { tried } from "./testing/evidence/index.ts";
import { useCopiedInstallation } from "./testing/installation/copied.ts";
import { startReceiver } from "./testing/webhooks/receiver.ts";

const items = 20;
const receiver = await startReceiver();
const { account, copy, originalDir, standby, queryOriginal, ...original } = await useCopiedInstallation({
  items,
  hook: receiver.url("/hook"),
});
// Imported only here, because these modules read the environment. From here on this process runs as the copy.
const { drainWork, startBackground } = await import("./background.ts");
const { runBackup } = await import("./backup/scheduled.ts");
const { receiveEvent } = await import("./billing/webhook.ts");
const { startTopUpCheckout } = await import("./billing/checkout.ts");
const { stripe } = await import("./billing/stripe.ts");
const { countPreview } = await import("./accounts/preview-limit.ts");
const { auditCredits } = await import("./credits/audit.ts");
const { chargeCredits } = await import("./credits/charge.ts");
const { db, disconnectDb } = await import("./db/index.ts");
const { photoMaker } = await import("./generations/kinds/make-photo.ts");
const { checkHealth } = await import("./http/health.ts");
const { sendMail } = await import("./mail/index.ts");
const { dropInheritedWork } = await import("./separation.ts");
const { chargeOf } = await import("./testing/credits/charge-one.ts");
const { paidEndpoint } = await import("./testing/generations/paid-endpoint.ts");
const { claimTryout, visitorOf } = await import("./tryouts/claim.ts");

const { userId } = account;
const outbox = (dataDir: string) => readdir(path.join(dataDir, "outbox")).catch(() => []);

beforeAll(async () => {
  await startBackground();
});
afterAll(async () => {
  await drainWork(Promise.resolve(), { timeoutMs: 5_000 });
  await disconnectDb();
  receiver.close();
  await original.end();
});

// In this order: the copy's separation, the last step, is final.
describe("a copied installation", { shuffle: false }, () => {
  test("a copy beside its original rejects charges, messages and new work, and names the fix", async () => {
    expect(standby).toEqual({ reason: "copy", path: originalDir });
    const before = await db().balance.findMany();
    const refused = { code: "overloaded", fix: expect.stringContaining("installation separate") };
    const ping = new TextEncoder().encode("{}");
    const refusals = {
      charge: () => chargeCredits(chargeOf(userId, [1])),
      preview: () => countPreview(userId),
      tryout: () => claimTryout(visitorOf("192.0.2.1")),
      mail: () => sendMail({ to: "a@example.com", subject: "Hello", text: "Hello." }),
      checkout: () => startTopUpCheckout(userId, "small"),
      webhookOfStripe: () => receiveEvent(ping, "t=1,v1=0"),
      backup: () => runBackup(),
    };
    for (const [name, act] of Object.entries(refusals)) {
      await expect(act().then(() => name)).rejects.toMatchObject(refused);
    }
    // All writes to Stripe fail, so nothing of the original's customers is changed.
    await expect(stripe().customers.create({})).rejects.toThrow();
    expect(await db().balance.findMany()).toEqual(before);

    const answer = await paidEndpoint(1, async () => ({ url: "x", publicId: null }))(
      new Request("http://localhost:3000/api/v1/paid", {
        method: "POST",
        headers: { Authorization: `Bearer ${account.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ say: "x" }),
      }),
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(await answer.json()).toMatchObject({ error: refused });
    const health = await checkHealth();
    expect([health.status, await health.json()]).toEqual([200, { status: "standby" }]);
  });

  test("the original completes its pending work beside its copy, and the copy does none of it", async () => {
    tried("own-database");
    expect(await original.finishOriginal()).toBe(0);
    expect(await queryOriginal("SELECT status, count(*)::int FROM generation GROUP BY 1")).toEqual([
      { status: "succeeded", count: items },
    ]);
    expect(receiver.at("/hook")).toHaveLength(1);
    expect(await outbox(originalDir)).toHaveLength(1);

    expect(await db().generation.count({ where: { status: { in: ["queued", "running"] } } })).toBe(items);
    expect(await db().webhookDelivery.count({ where: { status: "pending" } })).toBe(1);
    expect(await outbox(copy.dataDir)).toEqual([]);
  });

  test("a separated copy drops its original's pending work, and starts to work on its own", async () => {
    expect(await dropInheritedWork()).toMatchObject({
      refunded: items,
      mails: 1,
      deliveries: 1,
      processes: 1,
    });
    // Repeated, as after a crash, it finds nothing left.
    expect(await dropInheritedWork()).toMatchObject({ refunded: 0, mails: 0, deliveries: 0, processes: 0 });
    await assignNewInstallation(copy);
    vi.spyOn(photoMaker, "make").mockResolvedValue({ url: "https://example.com/copy.jpg", publicId: null });

    const charged = vi.waitFor(() => chargeCredits(chargeOf(userId, [1])), { timeout: 20_000 });
    expect(await charged).toMatchObject({ kind: "charged", monthly: 99 });
    const made = () => db().generation.count({ where: { status: "succeeded" } });
    await vi.waitUntil(async () => (await made()) === 1, { timeout: 20_000 });
    expect((await auditCredits()).findings).toEqual([]);
    expect(receiver.at("/hook")).toHaveLength(1);
    expect(await outbox(copy.dataDir)).toEqual([]);
    expect(await queryOriginal("SELECT count(*)::int FROM ledger_entry WHERE kind = 'refund'")).toEqual([
      { count: 0 },
    ]);
  });
});
