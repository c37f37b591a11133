import { operations } from "#lib/contract/operations.ts";
import { getBatch } from "#lib/generations/batches/read.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.getBatch, getBatch);
