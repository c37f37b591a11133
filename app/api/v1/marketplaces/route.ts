import { marketplaceOperations } from "#lib/contract/marketplaces/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listMarketplaces } from "#lib/marketplaces/list.ts";

export const GET = endpoint(marketplaceOperations.listMarketplaces, listMarketplaces);
