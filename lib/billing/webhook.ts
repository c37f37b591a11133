import Stripe from "stripe";
import { limitConcurrency } from "../platform/concurrency.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { billingMode, expectsLivemode, webhookSecrets } from "./stripe.ts";
import { handleEvent } from "./sync.ts";

const toleranceSeconds = 300;
/** A burst of events waits here instead of taking every database connection. */
const withinLimit = limitConcurrency({ atOnce: 6 });

/**
 * Verifies Stripe's signature, handles the event and returns its receipt. Throws ApiError for an invalid signature;
 * after any other error the event must be sent again.
 */
export async function receiveEvent(body: Uint8Array, signature: string | null) {
  if (billingMode() === "off") throw refusal(because("billing_off"));
  const event = verify(body, signature);
  return { event, ...(await withinLimit(() => handleEvent(event))) };
}

/** The event of a signed body. Throws `invalid_params` for anything else. */
export function verify(body: Uint8Array, signature: string | null): Stripe.Event {
  if (!signature) throw refused("the Stripe-Signature header is missing");
  refuseOtherTimes(signature);
  const problems: unknown[] = [];
  for (const secret of webhookSecrets()) {
    try {
      return checkEvent(
        Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, toleranceSeconds),
      );
    } catch (error) {
      if (error instanceof ApiError) throw error;
      problems.push(error);
    }
  }
  throw refused("the signature does not match the body", problems[0]);
}

/**
 * Refuses a signature that is too old or from the future. The library checks only the age, and reports it like a wrong
 * signature; a future timestamp would be valid for years.
 */
function refuseOtherTimes(signature: string): void {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map((match) => Number(match[1]));
  const [time = Number.NaN, ...others] = times;
  const offsetSeconds = Math.abs(Math.floor(Date.now() / 1000) - time);
  if (others.length > 0 || !(offsetSeconds <= toleranceSeconds)) {
    throw refused(
      "the signature's timestamp is not within five minutes of now: check the clock of this machine",
    );
  }
}

function checkEvent(event: Stripe.Event): Stripe.Event {
  const { id, type, created, livemode } = event;
  const isEvent =
    typeof id === "string" &&
    typeof type === "string" &&
    Number.isSafeInteger(created) &&
    typeof event.data?.object === "object";
  if (!isEvent) throw refused("the body is not a Stripe event");
  if (livemode !== expectsLivemode()) {
    throw refused(livemode ? "a live event reached a test account" : "a test event reached the live account");
  }
  return event;
}

function refused(why: string, cause?: unknown): ApiError {
  return refusal(because("stripe_event_refused", { why }), { cause });
}
