import { operations } from "#lib/contract/operations.ts";
import { cancelBatch } from "#lib/generations/batches/change.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.cancelBatch, cancelBatch),
});
