import { operations } from "#lib/contract/operations.ts";
import { estimateCost } from "#lib/generations/order/estimate.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.estimate, estimateCost),
});
