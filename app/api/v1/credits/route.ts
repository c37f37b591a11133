import { readCredits } from "#lib/accounts/state.ts";
import { operations } from "#lib/api/contract.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.credits, readCredits),
});
