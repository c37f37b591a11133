import { operations } from "#lib/contract/operations.ts";
import { createBatch } from "#lib/generations/batches/create.ts";
import { listBatches } from "#lib/generations/batches/read.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.listBatches, listBatches);
export const POST = endpoint(operations.createBatch, createBatch);
