import { operations } from "#lib/contract/operations.ts";
import { listGenerations } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.listGenerations, listGenerations);
