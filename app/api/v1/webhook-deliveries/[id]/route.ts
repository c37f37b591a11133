import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { getDelivery } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(webhookOperations.getWebhookDelivery, getDelivery);
