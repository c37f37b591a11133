import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { redeliver } from "#lib/webhooks/deliveries.ts";

export const POST = endpoint(operations.redeliverWebhook, redeliver);
