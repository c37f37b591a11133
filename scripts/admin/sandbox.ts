import { billingMode } from "#lib/billing/stripe.ts";
import { db } from "#lib/db/index.ts";
import { deliverDue } from "#lib/stripe-sandbox/delivery.ts";
import { inSandbox } from "#lib/stripe-sandbox/store.ts";
import { advanceToNext, changeCard } from "#lib/stripe-sandbox/test-clock.ts";
import { getOneOf, readOptions, requireAccount } from "./options.ts";

const usage = "Use: sandbox advance --email E | sandbox card --email E --card good|failing";

/** The test clock and the test cards of the billing sandbox. */
export async function run([command, ...args]: string[]): Promise<number> {
  if (billingMode() !== "sandbox") throw new Error("The billing sandbox is not active here");
  if (command !== "advance" && command !== "card") throw new Error(usage);
  const values = readOptions(args, ["email", "card"]);
  const { userId, email } = await requireAccount(values);
  const { stripeCustomerId: customer } = await db().subscription.findUniqueOrThrow({ where: { userId } });
  if (!customer) throw new Error(`${email} has never been to a checkout`);
  if (command === "advance") {
    const moment = await advanceToNext(customer);
    if (moment === null) throw new Error(`${email} has no subscription that anything would happen to`);
    console.log(`For ${email} it is now ${new Date(moment * 1000).toISOString()}.`);
  } else {
    const card = getOneOf(values, "card", ["good", "failing"] as const);
    if (!card) throw new Error(usage);
    await inSandbox((tx) => changeCard(tx, customer, card));
    console.log(`${email} pays with a ${card} card now.`);
  }
  const delivered = await deliverDue();
  console.log(`${delivered} webhooks delivered; what the service did not take is tried again while it runs.`);
  return 0;
}
