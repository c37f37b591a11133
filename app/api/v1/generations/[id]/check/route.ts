import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { checkGeneration } from "#lib/marketplaces/check.ts";

export const GET = endpoint(operations.checkGeneration, checkGeneration);
