import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { deleteKeyByKey, getKeyByKey, updateKeyByKey } from "#lib/keys/by-key.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getKey, getKeyByKey),
  PATCH: endpoint(operations.updateKey, updateKeyByKey),
  DELETE: endpoint(operations.deleteKey, deleteKeyByKey),
});
