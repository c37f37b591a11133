import { expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { signedWebhook } from "../testing/billing/life.ts";
import { expectsLivemode, stripe, webhookSecrets } from "./stripe.ts";
import { verify } from "./webhook.ts";

useEnvironment({
  STRIPE_SECRET_KEY: "sk_live_for_this_test_alone",
  STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new",
  STRIPE_API_URL: "http://127.0.0.1:9/proxy/",
});
const seen: string[] = [];

test("the client sends requests to STRIPE_API_URL", async () => {
  const fetchSpy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    seen.push(String(input));
    return Response.json({ object: "list", data: [], has_more: false, url: "/v1/customers" });
  });
  await stripe().customers.list({ limit: 1 });
  fetchSpy.mockRestore();
  expect(seen).toEqual(["http://127.0.0.1:9/proxy/v1/customers?limit=1"]);
});

test("both webhook secrets are valid during a rotation, and a live account rejects test events", async () => {
  expect(webhookSecrets()).toEqual(["whsec_old", "whsec_new"]);
  expect(expectsLivemode()).toBe(true);
  const event = { id: "evt_1", object: "event", type: "x", created: 1, livemode: true, data: { object: {} } };
  const check = async (payload: string, secret: string) => {
    const request = signedWebhook(payload, { secret });
    return verify(new Uint8Array(await request.arrayBuffer()), request.headers.get("stripe-signature"));
  };
  for (const secret of ["whsec_old", "whsec_new"]) {
    expect((await check(JSON.stringify(event), secret)).id).toBe("evt_1");
  }
  const test = JSON.stringify({ ...event, livemode: false });
  await expect(check(test, "whsec_new")).rejects.toThrow("a test event reached the live account");
});
