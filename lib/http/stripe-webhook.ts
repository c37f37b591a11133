import { receiveEvent } from "../billing/webhook.ts";
import { BodyError, readBody } from "../platform/body.ts";
import { ApiError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { baseHeaders, errorResponse } from "./response.ts";

const maxBodyBytes = 512 * 1024;

/**
 * POST /api/webhooks/stripe. Responds 400 if Stripe's signature is invalid, and 500 if Stripe or the database cannot
 * be reached, so that Stripe sends the event again.
 */
export async function receiveStripeWebhook(request: Request): Promise<Response> {
  const headers = baseHeaders(request);
  const requestId = headers.get("X-Request-Id");
  try {
    const body = await readBody(request, maxBodyBytes);
    const { event, receipt, replayed } = await receiveEvent(body, request.headers.get("stripe-signature"));
    log.info({ requestId, event: event.id, type: event.type, receipt, replayed }, "webhook handled");
    return Response.json({ received: true, id: event.id, receipt, replayed }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof BodyError)) {
      log.error({ requestId, err: error }, "webhook failed; it comes again");
    }
    return errorResponse(error, headers);
  }
}
