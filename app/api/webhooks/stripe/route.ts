import { receiveStripeWebhook } from "#lib/http/stripe-webhook.ts";

export const POST = receiveStripeWebhook;
