import { batchOperations } from "#lib/contract/batches/operations.ts";
import { createBatch } from "#lib/generations/batches/create.ts";
import { listBatches } from "#lib/generations/batches/read.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(batchOperations.listBatches, listBatches);
export const POST = endpoint(batchOperations.createBatch, createBatch);
