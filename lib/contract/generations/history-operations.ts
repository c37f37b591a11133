import { maxChosenResults } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { generationChange } from "../schemas.ts";
import * as schemas from "./history-schemas.ts";
import { generation } from "./schemas.ts";

const own = { section: "generations" } as const;
const idsExample = { path: "ids", message: `ids must have 1 to ${maxChosenResults} entries` };
const free = "Free of charge. Does not require an active subscription.";

/** Operations on existing results. */
export const historyOperations = operationsOf(own, {
  changeGeneration: {
    scope: "work:write",
    method: "PATCH",
    path: "/api/v1/generations/{id}",
    summary: "Update the title, metadata or review of a generation",
    description: `Updates \`title\` and \`metadata\`, before or after the work has finished, and the \`review\` of a finished result. Omitted fields do not change. ${free}`,
    input: { from: "json", schema: generationChange },
    output: generation,
    example: {
      request: { title: "Blue mug", metadata: { sku: "MUG-01" } },
      response: ({ photo }) => ({ ...photo, title: "Blue mug", metadata: { sku: "MUG-01" } }),
      invalid: { path: "title", message: "title must have at most 200 characters" },
    },
  },
  downloadGeneration: {
    scope: "work:read",
    section: "results",
    method: "GET",
    path: "/api/v1/generations/{id}/file",
    summary: "Download a result",
    description: `Returns the picture as a file in the requested format. The file is named after title, scene or style, and size. ${free}`,
    input: { from: "query", schema: schemas.fileQuery },
    output: generation,
    produces: "image/*",
    hasTag: true,
    example: { response: null },
  },
  createArchive: {
    scope: "work:write",
    section: "results",
    method: "POST",
    path: "/api/v1/archives",
    summary: "Download several results",
    description: `Streams a ZIP of up to ${maxChosenResults} results, newest first. Files are named after title, scene or style, and size: \`blue-mug_moss-forest_2k.jpg\`. Ids without a finished result of the caller are ignored. ${free}`,
    input: { from: "json", schema: schemas.archiveRequest },
    output: generation,
    produces: "application/zip",
    example: {
      request: { ids: [examples.generationId], format: "webp" },
      response: null,
      invalid: idsExample,
    },
    errors: ["not_found"],
  },
  reviewGenerations: {
    scope: "work:write",
    section: "results",
    method: "POST",
    path: "/api/v1/generations/review",
    summary: "Review several results",
    description: `Sets the \`review\` of up to ${maxChosenResults} results at once. Unknown ids and work that has not succeeded are ignored. ${free}`,
    input: { from: "json", schema: schemas.reviewRequest },
    output: schemas.reviewed,
    example: {
      request: { ids: [examples.generationId], review: "approved" },
      response: { reviewed: [examples.generationId] },
      invalid: idsExample,
    },
  },
  deleteGenerations: {
    scope: "work:delete",
    section: "results",
    method: "POST",
    path: "/api/v1/generations/delete",
    summary: "Delete several generations",
    description: `Deletes up to ${maxChosenResults} generations like \`DELETE /api/v1/generations/{id}\`, either all or none. Queued and running work is not deleted and is listed in \`open\`; unknown ids are ignored. ${free}`,
    input: { from: "json", schema: schemas.deletionRequest },
    output: schemas.deletion,
    example: {
      request: { ids: [examples.generationId] },
      response: { deleted: [examples.generationId], open: [] },
      invalid: idsExample,
    },
  },
  listProducts: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/products",
    summary: "List generations by product",
    description: `Groups generations by product: by \`metadata.sku\`, or by source picture if they have none. ${free}`,
    input: { from: "query", schema: schemas.productQuery },
    output: schemas.productList,
    example: {
      response: {
        data: [
          {
            product: "MUG-01",
            sku: "MUG-01",
            name: "Blue mug",
            count: 1,
            generations: [{ ...examples.photo, title: "Blue mug", metadata: { sku: "MUG-01" } }],
          },
        ],
        next_cursor: null,
      },
    },
  },
});
