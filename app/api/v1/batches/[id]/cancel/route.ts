import { operations } from "#lib/contract/operations.ts";
import { cancelBatch } from "#lib/generations/batches/change.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.cancelBatch, cancelBatch);
