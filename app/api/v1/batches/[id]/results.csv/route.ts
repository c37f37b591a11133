import { batchOperations } from "#lib/contract/batches/operations.ts";
import { exportBatch } from "#lib/generations/batches/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(batchOperations.batchResults, exportBatch);
