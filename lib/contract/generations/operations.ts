import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { deletedGeneration, generation, generationList, generationQuery, waitQuery } from "./schemas.ts";

const own = { section: "generations" } as const;

/** Operations for ordered work. */
export const generationOperations = operationsOf(own, {
  listGenerations: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/generations",
    summary: "List generations",
    description:
      "Returns the caller's photos and cut-outs, newest first, page by page: all, or those that match the filters. Does not require an active subscription.",
    input: { from: "query", schema: generationQuery },
    output: generationList,
    example: { response: ({ photo }) => ({ data: [photo], next_cursor: null }) },
  },
  getGeneration: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/generations/{id}",
    summary: "Get a generation",
    description:
      "The id is in the `X-Generation-Id` header of the call that ordered the work, and in the list. With `wait`, the response is sent when the work has finished, or after that time. Does not require an active subscription.",
    input: { from: "query", schema: waitQuery },
    output: generation,
    hasTag: true,
    example: { response: ({ photo }) => photo },
  },
  cancelGeneration: {
    scope: "work:write",
    method: "POST",
    path: "/api/v1/generations/{id}/cancel",
    summary: "Cancel a queued generation",
    description:
      "Removes work that has not started from the queue and refunds it. Does not require an active subscription.",
    output: generation,
    example: { response: examples.canceledPhoto },
    errors: ["not_cancelable"],
  },
  deleteGeneration: {
    scope: "work:delete",
    section: "results",
    method: "DELETE",
    path: "/api/v1/generations/{id}",
    summary: "Delete a generation",
    description:
      "Permanently removes the result from the image host and the entry from the history; its cost stays in the ledger. A cut-out is a view of its source: an uploaded source that no other result uses is deleted with it. Does not require an active subscription.",
    output: deletedGeneration,
    example: {
      response: { id: examples.generationId, deleted: true },
      invalid: { path: "id", message: "id: it is still being made; delete it once it is done" },
    },
    errors: ["invalid_params"],
  },
});
