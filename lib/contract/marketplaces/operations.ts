import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = {
  section: "marketplaces",
  missingKeyCode: "missing_api_key",
  needsSubscription: false,
  scope: "work:read",
} as const;

/** Operations for marketplaces. */
export const marketplaceOperations = {
  listMarketplaces: operation({
    ...own,
    id: "listMarketplaces",
    method: "GET",
    path: "/api/v1/marketplaces",
    summary: "List marketplaces, their sizes and rules",
    description:
      "Each name can be the `size` of a photo. Rules are what the marketplaces say, each with its source; whatever they decide in the end is theirs.",
    input: { from: "none" },
    output: schemas.marketplaceList,
    example: { response: { data: [examples.marketplaces.entry] } },
    errors: [],
  }),
  checkGeneration: operation({
    ...own,
    id: "checkGeneration",
    method: "GET",
    path: "/api/v1/generations/{id}/check",
    summary: "Check a photo against the rules of a marketplace",
    description:
      "Says what the marketplace would refuse, from what is known of the photo, and from the pixels along its border where the background must be white. Free of charge.",
    input: { from: "query", schema: schemas.marketplaceQuery },
    output: schemas.marketplaceCheck,
    example: {
      response: examples.marketplaces.check,
      invalid: { path: "id", message: "id: only a photo or cut-out that succeeded can be checked" },
    },
    errors: ["invalid_params", "not_found"],
  }),
} as const;
