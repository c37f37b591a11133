import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { getEvent } from "#lib/webhooks/events.ts";

export const GET = endpoint(webhookOperations.getEvent, getEvent);
