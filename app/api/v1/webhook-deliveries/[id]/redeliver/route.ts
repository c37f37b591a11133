import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { redeliver } from "#lib/webhooks/deliveries.ts";

export const POST = endpoint(webhookOperations.redeliverWebhook, redeliver);
