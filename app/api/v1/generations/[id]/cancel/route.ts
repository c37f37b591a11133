import { operations } from "#lib/contract/operations.ts";
import { cancelGeneration } from "#lib/generations/history/follow.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.cancelGeneration, cancelGeneration);
