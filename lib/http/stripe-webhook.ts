import { baseHeaders, errorResponse } from "../api/response.ts";
import { receiveEvent } from "../billing/webhook.ts";
import { ApiError } from "../errors.ts";
import { log } from "../log.ts";
import { BodyError, readBody } from "../platform/body.ts";

const maxBodyBytes = 512 * 1024;

/**
 * POST /api/webhooks/stripe. 400 for what Stripe did not sign, 500 when Stripe or the database cannot be reached, so
 * that the event comes again.
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
