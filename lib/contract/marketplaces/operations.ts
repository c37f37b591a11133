import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = { section: "marketplaces", scope: "work:read" } as const;

/** Operations for marketplaces. */
export const marketplaceOperations = operationsOf(own, {
  listMarketplaces: {
    method: "GET",
    path: "/api/v1/marketplaces",
    summary: "List marketplaces with their sizes and rules",
    description:
      "Each `name` can be used as the `size` of a photo. The rules summarize the requirements of the marketplaces, with their sources; each marketplace makes the final decision.",
    output: schemas.marketplaceList,
    example: { response: { data: [examples.marketplaces.entry] } },
  },
  checkGeneration: {
    method: "GET",
    path: "/api/v1/generations/{id}/check",
    summary: "Check a photo against the rules of a marketplace",
    description:
      "Returns the rules of the marketplace that the photo violates, based on the data of the photo, on the pixels along its border if the background must be white, and on the text outside of the product if none is allowed. Free of charge.",
    input: { from: "query", schema: schemas.marketplaceQuery },
    output: schemas.marketplaceCheck,
    example: {
      response: examples.marketplaces.check,
      invalid: { path: "id", message: "id: only a photo or cut-out that succeeded can be checked" },
    },
  },
});
