import { expect, test, vi } from "vitest";
import { billingMode } from "#lib/billing/stripe.ts";
import { sandboxKey } from "#lib/stripe-sandbox/api/handler.ts";
import { GET } from "./[...path]/route.tsx";

vi.hoisted(() => {
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_for_this_test_alone");
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_1");
});

test("with a Stripe key the sandbox answers 404 as JSON, even to its own key", async () => {
  expect(billingMode()).toBe("hosted");
  for (const path of ["/v1/customers", "/checkout/cs_test_1", "/portal/bps_1"]) {
    const headers = { authorization: `Bearer ${sandboxKey()}` };
    const response = await GET(new Request(`http://localhost/embedded/stripe${path}`, { headers }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
});
