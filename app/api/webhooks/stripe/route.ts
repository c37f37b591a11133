import { route } from "#lib/http/route.ts";
import { receiveStripeWebhook } from "#lib/http/stripe-webhook.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ POST: receiveStripeWebhook });
