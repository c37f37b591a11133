import { beforeAll, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { db, sql } from "../db/index.ts";
import { customerOf, newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { applyChanges, readAccount } from "./apply.ts";
import { startSubscriptionCheckout } from "./checkout.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";
import { syncAccount } from "./sync.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

const event = (id: string) => ({ id, type: "invoice.paid", created: 1_790_000_000 });

async function subscriber() {
  const { userId } = await newUser();
  await press(await startSubscriptionCheckout(userId, "pro"), "pay");
  const customerId = await customerOf(userId);
  const sync = (eventId: string) =>
    syncAccount({ userId, customerId }, { about: "subscriptions", customerId }, event(eventId));
  return { userId, customerId, sync };
}

/** Runs something once between the read of the account and Stripe's response. */
function whileFetching(run: () => Promise<unknown>) {
  const { list } = stripe().subscriptions;
  const late = (async (...given: Parameters<typeof list>) => {
    await run();
    return await list.apply(stripe().subscriptions, given);
  }) as unknown as typeof list;
  return vi.spyOn(stripe().subscriptions, "list").mockImplementationOnce(late);
}

test.each(["something to write", "nothing to write"])(
  "a snapshot that became stale while it was fetched is fetched again and not written: %s",
  async (kind) => {
    const { userId, sync } = await subscriber();
    if (kind === "nothing to write") await sync(`evt_before_${userId}`);
    const list = whileFetching(() =>
      db().$executeRaw(sql`
        UPDATE subscription SET stripe_version = stripe_version + 1, tier = 'max' WHERE user_id = ${userId}`),
    );
    expect(await sync(`evt_stale_${userId}`)).toMatch(/^pro active/);
    expect(list).toHaveBeenCalledTimes(2);
    list.mockRestore();
    const { tier, version } = await readAccount(userId);
    expect([tier, version]).toEqual(["pro", kind === "nothing to write" ? 3 : 2]);
  },
);

test("changes are rolled back completely if their event was already handled", async () => {
  tried("one-grant");
  const { userId } = await newUser();
  const run = async () => {
    const { userId: _id, version: _version, ...fields } = await readAccount(userId);
    const account = { ...fields, creditsLimit: fields.creditsLimit + 1 };
    const changes = { summary: "written", moves: [], account, mails: [], receipts: [], refunds: [] };
    return await applyChanges(await readAccount(userId), changes, event("evt_known"));
  };
  expect(await run()).toEqual({ receipt: "written" });
  expect(await run()).toEqual({ receipt: null });
  expect((await readAccount(userId)).creditsLimit).toBe(101);
});

test("updates of one account run in sequence within a process and do not block another account", async () => {
  const [slow, other] = await Promise.all([subscriber(), subscriber()]);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const list = whileFetching(() => gate.promise);
  const visit = async ({ sync, userId }: typeof slow, name: string) => {
    await sync(`evt_${name}_${userId}`);
    order.push(name);
  };
  const first = visit(slow, "first");
  const second = visit(slow, "second");
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(1), 20_000);
  await visit(other, "other");
  gate.resolve();
  await Promise.all([first, second]);
  list.mockRestore();
  expect(order).toEqual(["other", "first", "second"]);
});
