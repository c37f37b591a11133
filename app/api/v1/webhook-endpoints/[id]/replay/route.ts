import { webhookOperations } from "#lib/contract/webhooks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { replayEvents } from "#lib/webhooks/replay.ts";

export const POST = endpoint(webhookOperations.replayWebhooks, replayEvents);
