import { batchOperations } from "#lib/contract/batches/operations.ts";
import { getBatch } from "#lib/generations/batches/read.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(batchOperations.getBatch, getBatch);
