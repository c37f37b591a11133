import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { replayEvents } from "#lib/webhooks/replay.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.replayWebhooks, replayEvents),
});
