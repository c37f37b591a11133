import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { createArchive } from "#lib/generations/history/archive.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(historyOperations.createArchive, createArchive);
