import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { downloadResult } from "#lib/generations/history/result-file.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(historyOperations.downloadGeneration, downloadResult);
