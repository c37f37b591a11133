import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { shareLook, unshareLook } from "#lib/looks/share.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.shareLook, shareLook),
  DELETE: endpoint(operations.unshareLook, unshareLook),
});
