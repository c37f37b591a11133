import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rotateSecret } from "#lib/webhooks/endpoints.ts";

export const POST = endpoint(operations.rotateWebhookSecret, rotateSecret);
