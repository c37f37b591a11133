import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(webhookOperations.listWebhookDeliveries, listDeliveries);
