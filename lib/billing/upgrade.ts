import { timingSafeEqual } from "node:crypto";
import Stripe from "stripe";
import type { PlanTier } from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import { type ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { keyedHash, keyedHashes } from "../platform/secrets.ts";
import { findCustomer, findRunningSubscription, type Owner } from "./customer.ts";
import { itemOfPrice, requirePriceId } from "./prices.ts";
import { stripe } from "./stripe.ts";
import { syncSubscriptions } from "./sync.ts";

/** The signed terms of an offer, because the proration date determines the price. */
interface Terms {
  userId: string;
  subscription: string;
  item: string;
  price: string;
  prorationDate: number;
  /** Unix milliseconds. */
  goodUntil: number;
}

const offerMs = 15 * 60_000;

/**
 * The amounts that Stripe would charge now and next for a larger plan. Null if no upgrade is possible: no running
 * paid plan, one that already changes or ends, or one that is not smaller.
 */
export async function offerUpgrade(userId: string, to: PlanTier) {
  const owner = await findCustomer(userId);
  const subscription = owner && (await findRunningSubscription(owner.customerId));
  const item = subscription?.items.data[0];
  if (!owner || !subscription || !item || !mayUpgrade(subscription)) return null;
  const current = itemOfPrice(item.price);
  if (current?.kind !== "plan" || offer().plans[current.tier].priceCents >= offer().plans[to].priceCents)
    return null;
  const price = await requirePriceId(offer().plans[to].lookupKey);
  const preview = (proration_behavior: "always_invoice" | "none") =>
    stripe().invoices.createPreview({
      customer: owner.customerId,
      subscription: subscription.id,
      subscription_details: { items: [{ id: item.id, price, quantity: 1 }], proration_behavior },
    });
  const [today, next] = await Promise.all([preview("always_invoice"), preview("none")]);
  const prorationDate = today.lines.data.find(({ amount }) => amount > 0)?.period.start;
  if (prorationDate === undefined) return null;
  return {
    from: current.tier,
    to,
    /** Charged on confirmation: the price difference for the rest of the period. */
    todayCents: today.amount_due,
    nextCents: next.amount_due,
    nextAt: new Date(item.current_period_end * 1000),
    currency: today.currency,
    /** Confirms exactly this offer; valid for a quarter of an hour. */
    token: sign({
      userId,
      subscription: subscription.id,
      item: item.id,
      price,
      prorationDate,
      goodUntil: Date.now() + offerMs,
    }),
  };
}

function mayUpgrade({ status, schedule, cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return status === "active" && schedule === null && !cancel_at_period_end && cancel_at === null;
}

/**
 * Makes the upgrade at exactly the price offered. `declined`: the card payment failed and nothing changed. Idempotent
 * per offer.
 */
export async function confirmUpgrade(userId: string, token: string): Promise<"done" | "declined"> {
  const offer = readOffer(token);
  const owner: Owner | null = await findCustomer(userId);
  if (!owner || offer?.terms.userId !== userId || offer.terms.goodUntil < Date.now()) throw offerIsOver();
  const { subscription, item, price, prorationDate } = offer.terms;
  try {
    await stripe().subscriptions.update(
      subscription,
      {
        items: [{ id: item, price, quantity: 1 }],
        proration_behavior: "always_invoice",
        proration_date: prorationDate,
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: `upgrade:${offer.hashedToken}` },
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return "declined";
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw offerIsOver(error);
    throw error;
  }
  await syncSubscriptions(owner);
  return "done";
}

function offerIsOver(cause?: unknown): ApiError {
  return refusal(because("offer_over"), { cause });
}

function sign(terms: Terms): string {
  const text = Buffer.from(JSON.stringify(terms)).toString("base64url");
  return `${text}.${keyedHash("upgrade", text)}`;
}

/**
 * The terms of an offer, and its idempotency key at Stripe, which depends on the secret that signed it, so that it
 * stays the same offer after a rotation.
 */
function readOffer(token: string): { terms: Terms; hashedToken: string } | null {
  const [text = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature);
  const signedBy = keyedHashes("upgrade", text).findIndex((hash) => {
    const wanted = Buffer.from(hash);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  const hashedToken = keyedHashes("upgrade key", token)[signedBy];
  if (hashedToken === undefined) return null;
  return { terms: JSON.parse(Buffer.from(text, "base64url").toString()) as Terms, hashedToken };
}
