import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { listEvents } from "#lib/webhooks/events.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.listEvents, listEvents),
});
