import Stripe from "stripe";
import { baseHeaders, errorResponse } from "../api/response.ts";
import { ApiError } from "../errors.ts";
import { BodyError, readBody } from "../http/body.ts";
import { log } from "../log.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { billingMode, expectsLivemode, webhookSecrets } from "./stripe.ts";
import { handleEvent } from "./sync.ts";

const maxBodyBytes = 512 * 1024;
const toleranceSeconds = 300;
/** A burst of events waits here instead of taking every database connection. */
const withinLimit = limitConcurrency({ atOnce: 6 });

/**
 * POST /api/webhooks/stripe: proves the origin, handles the event, answers with a receipt. 400 for what Stripe
 * did not sign, 500 when Stripe or the database cannot be reached, so that the event comes again.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  const headers = baseHeaders(request);
  const requestId = headers.get("X-Request-Id");
  try {
    if (billingMode() === "off") throw new ApiError("not_found", "Billing is not set up here.");
    const event = verify(await readBody(request, maxBodyBytes), request.headers.get("stripe-signature"));
    const { receipt, replayed } = await withinLimit(() => handleEvent(event));
    log.info({ requestId, event: event.id, type: event.type, receipt, replayed }, "webhook handled");
    return Response.json({ received: true, id: event.id, receipt, replayed }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof BodyError))
      log.error({ requestId, err: error }, "webhook failed; it comes again");
    return errorResponse(error, headers);
  }
}

/** The event of a signed body. Throws `invalid_params` for everything else. */
export function verify(body: Uint8Array, signature: string | null): Stripe.Event {
  if (!signature) throw refused("the Stripe-Signature header is missing");
  refuseFuture(signature);
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

/** The library refuses only what is too old: a signature from the future would be good for years. */
function refuseFuture(signature: string): void {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map((match) => Number(match[1]));
  const latest = Date.now() / 1000 + toleranceSeconds;
  if (times.length !== 1 || times.some((time) => time > latest)) {
    throw refused("the signature's timestamp is not within five minutes of now");
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

function refused(message: string, cause?: unknown): ApiError {
  return new ApiError("invalid_params", `The webhook was refused: ${message}.`, { cause });
}
