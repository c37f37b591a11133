import { operations } from "#lib/contract/operations.ts";
import { listBatchItems } from "#lib/generations/batches/read.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.listBatchItems, listBatchItems),
});
