import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEndpoint, listEndpoints } from "#lib/webhooks/endpoints.ts";

export const GET = endpoint(operations.listWebhookEndpoints, listEndpoints);
export const POST = endpoint(operations.createWebhookEndpoint, createEndpoint);
