import { operations } from "#lib/contract/operations.ts";
import { archiveBatch } from "#lib/generations/batches/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.batchArchive, archiveBatch);
