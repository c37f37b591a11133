import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEndpoint, listEndpoints } from "#lib/webhooks/endpoints.ts";

export const GET = endpoint(webhookOperations.listWebhookEndpoints, listEndpoints);
export const POST = endpoint(webhookOperations.createWebhookEndpoint, createEndpoint);
