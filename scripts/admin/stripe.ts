import { subscribedEvents } from "#lib/billing/events.ts";
import { setUpCatalog } from "#lib/billing/setup.ts";
import { billingMode, stripe } from "#lib/billing/stripe.ts";
import { env } from "#lib/platform/env.ts";

export async function run([command]: string[]): Promise<number> {
  if (command !== "setup") throw new Error("Use: stripe setup");
  const changes = await setUpCatalog(stripe());
  for (const change of changes) console.log(change);
  console.log(
    changes.length === 0 ? "Products, prices and portal are as they should be." : "Stripe is set up.",
  );
  if (billingMode() === "hosted") {
    console.log(
      `The webhook endpoint in Stripe must be ${env().BASE_URL}/api/webhooks/stripe with these events:\n  ${subscribedEvents.join("\n  ")}`,
    );
  }
  return 0;
}
