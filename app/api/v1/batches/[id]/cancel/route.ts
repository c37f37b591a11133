import { batchOperations } from "#lib/contract/batches/operations.ts";
import { cancelBatch } from "#lib/generations/batches/change.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(batchOperations.cancelBatch, cancelBatch);
