import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { deleteEndpoint, requireEndpoint, updateEndpoint } from "#lib/webhooks/endpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getWebhookEndpoint, requireEndpoint),
  PATCH: endpoint(operations.updateWebhookEndpoint, updateEndpoint),
  DELETE: endpoint(operations.deleteWebhookEndpoint, deleteEndpoint),
});
