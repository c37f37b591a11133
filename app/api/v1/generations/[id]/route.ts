import { operations } from "#lib/contract/operations.ts";
import { deleteGeneration } from "#lib/generations/delete.ts";
import { getGeneration } from "#lib/generations/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getGeneration, getGeneration),
  DELETE: endpoint(operations.deleteGeneration, deleteGeneration),
});
