import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";
import { forgetMask, getMask, keepMask } from "#lib/masks/index.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getMask, getMask),
  POST: endpoint(operations.keepMask, keepMask),
  DELETE: endpoint(operations.forgetMask, forgetMask),
});
