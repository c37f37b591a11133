import { operations } from "#lib/contract/operations.ts";
import { findIgnoredShare } from "#lib/generations/history/present.ts";
import { generatePhoto } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.generate, generatePhoto, { findIgnoredShare }),
});
