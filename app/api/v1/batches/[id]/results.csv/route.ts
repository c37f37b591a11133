import { operations } from "#lib/contract/operations.ts";
import { exportBatch } from "#lib/generations/batches/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.batchResults, exportBatch);
