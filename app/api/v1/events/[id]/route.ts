import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { getEvent } from "#lib/webhooks/events.ts";

export const GET = endpoint(operations.getEvent, getEvent);
