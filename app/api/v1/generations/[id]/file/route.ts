import { operations } from "#lib/contract/operations.ts";
import { downloadResult } from "#lib/generations/history/result-file.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: endpoint(operations.downloadGeneration, downloadResult),
});
