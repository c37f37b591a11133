import { operations } from "#lib/contract/operations.ts";
import { createArchive } from "#lib/generations/history/archive.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.createArchive, createArchive),
});
