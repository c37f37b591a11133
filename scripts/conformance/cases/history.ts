import { at, json, nothing, type OperationCases, query } from "./types.ts";

const unknownId = "gen_00000000000000000000zz";
const rejected = { query: { review: "rejected" } };
const amazon = { query: { marketplace: "amazon" } };

/** Work that was ordered, its results, and orders in bulk. */
export const historyCases = {
  listGenerations: [query({ limit: "2" })],
  getGeneration: [at("photo")],
  cancelGeneration: [
    at("queuedPhoto"),
    ["not_cancelable", "work_succeeded_before", at("photo")],
    ["not_cancelable", "work_failed_before", at("failedPhoto")],
    ["not_cancelable", "work_canceled_before", at("canceledPhoto")],
    ["not_cancelable", "work_running", at("runningPhoto")],
  ],
  deleteGeneration: [at("makePhoto"), ["invalid_params", "work_unfinished", at("runningPhoto")]],
  changeGeneration: [
    at("photo", { json: { title: "Conformance" } }),
    ["invalid_params", "review_unfinished", at("failedPhoto", { json: { review: "approved" } })],
  ],
  downloadGeneration: [
    at("photo"),
    ["not_found", "result_missing", at("failedPhoto")],
    ["not_found", "result_unfinished", at("runningPhoto")],
  ],
  createArchive: [
    json(async (things) => ({ ids: [await things.photo()] })),
    ["not_found", "no_results_chosen", json({ ids: [unknownId] })],
    [
      "not_found",
      "no_result_reviewed_so",
      json(async (things) => ({ ids: [await things.photo()], review: "rejected" })),
    ],
  ],
  reviewGenerations: [json(async (things) => ({ ids: [await things.photo()], review: "approved" }))],
  deleteGenerations: [json(async (things) => ({ ids: [await things.makePhoto()] }))],
  listProducts: [nothing],
  checkGeneration: [at("photo", amazon), ["invalid_params", "check_unfinished", at("failedPhoto", amazon)]],
  listMarketplaces: [nothing],
  listPlans: [nothing],
  listScenes: [nothing],
  listProps: [nothing],
  scenePreview: [at("scene")],
  listAuditEvents: [nothing],

  createBatch: [
    json(async (things) => ({
      items: [{ custom_id: "a", operation: "generate", request: await things.testOrder("failed") }],
    })),
  ],
  listBatches: [nothing],
  getBatch: [at("batch")],
  listBatchItems: [at("batch")],
  cancelBatch: [at("openBatch")],
  retryBatch: [
    at("makeFailedBatch"),
    ["insufficient_credits", null, at("unaffordableBatch"), "poor"],
    ["key_budget_exceeded", "key_budget_used_up", at("failedBatch"), (things) => things.keyWithoutBudget()],
  ],
  batchArchive: [
    at("batch"),
    ["not_found", "batch_without_results", at("failedBatch")],
    ["not_found", "no_result_reviewed_so", at("batch", rejected)],
  ],
  batchResults: [at("batch")],
} satisfies Record<string, OperationCases>;
