import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { deleteLook, requireLook, updateLook } from "#lib/looks/looks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getLook, requireLook),
  PATCH: endpoint(operations.updateLook, updateLook),
  DELETE: endpoint(operations.deleteLook, deleteLook),
});
