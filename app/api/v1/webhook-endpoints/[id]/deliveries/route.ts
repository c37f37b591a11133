import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(operations.listWebhookDeliveries, listDeliveries);
