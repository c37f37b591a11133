import { expect, test, vi } from "vitest";
import { billingMode } from "#lib/billing/stripe.ts";
import { GET } from "./[...path]/route.tsx";

vi.hoisted(() => {
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_for_this_test_alone");
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_1");
});

test("with a Stripe key the sandbox answers 404 as JSON", async () => {
  expect(billingMode()).toBe("hosted");
  for (const path of ["/checkout/cs_test_1", "/portal/bps_1"]) {
    const response = await GET(new Request(`http://localhost/embedded/stripe${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
});
