import { subscribedEvents } from "#lib/billing/events.ts";
import { reconcile } from "#lib/billing/reconcile.ts";
import { setUpCatalog } from "#lib/billing/setup.ts";
import { billingMode, stripe } from "#lib/billing/stripe.ts";
import { env } from "#lib/platform/env.ts";
import { advanceToNext, changeCard } from "#lib/stripe-sandbox/calendar.ts";
import { deliverPending } from "#lib/stripe-sandbox/delivery.ts";
import { inSandbox } from "#lib/stripe-sandbox/store.ts";
import { getDate, getOneOf, requireAccount, type Values } from "./values.ts";

export async function setUpStripe(): Promise<void> {
  const changes = await setUpCatalog(stripe());
  for (const change of changes) console.log(change);
  console.log(changes.length === 0 ? "Products, prices and portal are up to date." : "Stripe is set up.");
  if (billingMode() === "hosted") {
    console.log(
      `The webhook endpoint in Stripe must be ${env().BASE_URL}/api/webhooks/stripe with these events:\n  ${subscribedEvents.join("\n  ")}`,
    );
  }
}

/** Recovers missed webhooks: all events that Stripe still keeps, or those since a time. */
export async function reconcileWithStripe(values: Values): Promise<number> {
  const result = await reconcile(getDate(values, "since"));
  const { events, healed, customers, failures } = result;
  console.log(
    values.json
      ? JSON.stringify(result)
      : `${events} events checked, ${healed} handled now, ${customers} customers compared, ${failures} failures`,
  );
  return failures === 0 ? 0 : 1;
}

export async function advanceClock(values: Values): Promise<void> {
  const { email, customer } = await requireSandboxCustomer(values);
  const moment = await advanceToNext(customer);
  if (moment === null) throw new Error(`${email} has no subscription with an upcoming event`);
  console.log(`The test clock of ${email} is now at ${new Date(moment * 1000).toISOString()}.`);
  await deliverWebhooks();
}

export async function changeTestCard(values: Values): Promise<void> {
  const { email, customer } = await requireSandboxCustomer(values);
  const card = getOneOf(values, "card", ["good", "failing"] as const);
  if (!card) throw new Error("--card is missing");
  await inSandbox((tx) => changeCard(tx, customer, card));
  console.log(`${email} now pays with a ${card} card.`);
  await deliverWebhooks();
}

async function deliverWebhooks(): Promise<void> {
  const owed = await deliverPending();
  console.log(
    owed === 0
      ? "All webhooks are delivered."
      : `${owed} webhooks were not accepted; they are retried while the service runs.`,
  );
}

async function requireSandboxCustomer(values: Values): Promise<{ email: string; customer: string }> {
  if (billingMode() !== "sandbox") throw new Error("The billing sandbox is not active here");
  const { email, stripeCustomerId: customer } = await requireAccount(values);
  if (!customer) throw new Error(`${email} has never started a checkout`);
  return { email, customer };
}
