import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { getDelivery } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(operations.getWebhookDelivery, getDelivery);
