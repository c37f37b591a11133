import { operations } from "#lib/contract/operations.ts";
import { reviewChosen } from "#lib/generations/history/reviewed.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.reviewGenerations, reviewChosen),
});
