import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rotateSecret } from "#lib/webhooks/endpoints.ts";

export const POST = endpoint(webhookOperations.rotateWebhookSecret, rotateSecret);
