import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listMarketplaces } from "#lib/marketplaces/list.ts";

export const GET = endpoint(operations.listMarketplaces, listMarketplaces);
