import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { replayEvents } from "#lib/webhooks/replay.ts";

export const POST = endpoint(operations.replayWebhooks, replayEvents);
