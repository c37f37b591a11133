import { at, type OperationCases } from "./types.ts";

/** Orders in bulk. */
export const batchCases = {
  createBatch: {
    success: async (things) => ({
      json: { items: [{ custom_id: "a", operation: "generate", request: await things.testOrder("failed") }] },
    }),
    refusals: [{ code: "invalid_params", call: () => ({ json: { items: [] } }) }],
  },
  listBatches: { success: () => ({}) },
  getBatch: { success: async (things) => at(await things.batch()) },
  listBatchItems: { success: async (things) => at(await things.batch()) },
  cancelBatch: { success: async (things) => at(await things.orderBatch("ok", 2)) },
  retryBatch: {
    success: async (things) => at(await things.makeBatch("failed")),
    refusals: [
      {
        code: "insufficient_credits",
        call: async (things) => at(await things.unaffordableBatch(await things.world.account("poor"))),
        by: "poor",
      },
      {
        code: "key_budget_exceeded",
        reason: "key_budget_used_up",
        call: async (things) => at(await things.batch("failed")),
        by: (things) => things.keyWithoutBudget(),
      },
    ],
  },
  batchArchive: {
    success: async (things) => at(await things.batch()),
    refusals: [
      {
        code: "not_found",
        reason: "batch_without_results",
        call: async (things) => at(await things.batch("failed")),
      },
      {
        code: "not_found",
        reason: "no_result_reviewed_so",
        call: async (things) => at(await things.batch(), { query: { review: "rejected" } }),
      },
      {
        code: "invalid_params",
        call: async (things) => at(await things.batch(), { query: { format: "bmp" } }),
      },
    ],
  },
  batchResults: { success: async (things) => at(await things.batch()) },
} satisfies Record<string, OperationCases>;
