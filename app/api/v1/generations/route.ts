import { generationOperations } from "#lib/contract/generations/operations.ts";
import { listGenerations } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(generationOperations.listGenerations, listGenerations);
