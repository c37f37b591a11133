import { operations } from "#lib/api/contract.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteGeneration } from "#lib/generations/delete.ts";
import { getGeneration } from "#lib/generations/history.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getGeneration, getGeneration),
  DELETE: endpoint(operations.deleteGeneration, deleteGeneration),
});
