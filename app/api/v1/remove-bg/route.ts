import { operations } from "#lib/api/contract.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { removeBackground } from "#lib/generations/remove-background.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.removeBg, removeBackground),
});
