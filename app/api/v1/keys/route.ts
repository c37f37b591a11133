import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { createKeyByKey, listKeysByKey } from "#lib/keys/by-key.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.listKeys, listKeysByKey),
  POST: endpoint(operations.createKey, createKeyByKey),
});
