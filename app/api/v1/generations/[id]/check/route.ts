import { marketplaceOperations } from "#lib/contract/marketplaces/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { checkGeneration } from "#lib/marketplaces/check.ts";

export const GET = endpoint(marketplaceOperations.checkGeneration, checkGeneration);
