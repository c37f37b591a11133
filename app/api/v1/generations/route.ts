import { operations } from "#lib/contract/operations.ts";
import { listGenerations } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.listGenerations, listGenerations),
});
