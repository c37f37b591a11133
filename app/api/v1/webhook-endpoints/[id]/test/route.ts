import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { testEndpoint } from "#lib/webhooks/deliveries.ts";

export const POST = endpoint(operations.testWebhookEndpoint, testEndpoint);
