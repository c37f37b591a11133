import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { redeliver } from "#lib/webhooks/deliveries.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.redeliverWebhook, redeliver),
});
