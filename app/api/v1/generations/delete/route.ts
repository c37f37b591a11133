import { operations } from "#lib/contract/operations.ts";
import { deleteChosen } from "#lib/generations/history/delete.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.deleteGenerations, deleteChosen),
});
