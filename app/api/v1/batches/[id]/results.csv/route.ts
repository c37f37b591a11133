import { operations } from "#lib/contract/operations.ts";
import { exportBatch } from "#lib/generations/batches/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.batchResults, exportBatch),
});
