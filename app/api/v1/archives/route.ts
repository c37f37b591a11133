import { operations } from "#lib/contract/operations.ts";
import { createArchive } from "#lib/generations/history/archive.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.createArchive, createArchive);
