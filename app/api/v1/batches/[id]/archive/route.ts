import { batchOperations } from "#lib/contract/batches/operations.ts";
import { archiveBatch } from "#lib/generations/batches/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(batchOperations.batchArchive, archiveBatch);
