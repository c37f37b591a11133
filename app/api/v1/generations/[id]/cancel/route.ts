import { generationOperations } from "#lib/contract/generations/operations.ts";
import { cancelGeneration } from "#lib/generations/history/follow.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(generationOperations.cancelGeneration, cancelGeneration);
