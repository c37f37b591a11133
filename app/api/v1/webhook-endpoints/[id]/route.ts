import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteEndpoint, requireEndpoint, updateEndpoint } from "#lib/webhooks/endpoints.ts";

export const GET = endpoint(webhookOperations.getWebhookEndpoint, requireEndpoint);
export const PATCH = endpoint(webhookOperations.updateWebhookEndpoint, updateEndpoint);
export const DELETE = endpoint(webhookOperations.deleteWebhookEndpoint, deleteEndpoint);
