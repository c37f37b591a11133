import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteEndpoint, requireEndpoint, updateEndpoint } from "#lib/webhooks/endpoints.ts";

export const GET = endpoint(operations.getWebhookEndpoint, requireEndpoint);
export const PATCH = endpoint(operations.updateWebhookEndpoint, updateEndpoint);
export const DELETE = endpoint(operations.deleteWebhookEndpoint, deleteEndpoint);
