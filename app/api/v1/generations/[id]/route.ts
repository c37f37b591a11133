import { operations } from "#lib/contract/operations.ts";
import { deleteGeneration } from "#lib/generations/history/delete.ts";
import { followGeneration } from "#lib/generations/history/follow.ts";
import { changeGeneration } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.getGeneration, followGeneration),
  PATCH: endpoint(operations.changeGeneration, changeGeneration),
  DELETE: endpoint(operations.deleteGeneration, deleteGeneration),
});
