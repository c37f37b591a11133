import { operations } from "#lib/contract/operations.ts";
import { downloadResult } from "#lib/generations/history/result-file.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.downloadGeneration, downloadResult);
