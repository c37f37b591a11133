import { at, type OperationCases } from "./types.ts";

const unknownId = "gen_00000000000000000000zz";

/** Work that was ordered, and its results. */
export const historyCases = {
  listGenerations: { success: () => ({ query: { limit: "2" } }) },
  getGeneration: { success: async (things) => at(await things.photo()) },
  cancelGeneration: {
    success: async (things) => at(await things.queuedPhoto()),
    refusals: [
      {
        code: "not_cancelable",
        reason: "work_succeeded_before",
        call: async (things) => at(await things.photo()),
      },
      {
        code: "not_cancelable",
        reason: "work_failed_before",
        call: async (things) => at(await things.failedPhoto()),
      },
      {
        code: "not_cancelable",
        reason: "work_canceled_before",
        call: async (things) => at(await things.canceledPhoto()),
      },
      {
        code: "not_cancelable",
        reason: "work_running",
        call: async (things) => at(await things.runningPhoto()),
      },
    ],
  },
  deleteGeneration: {
    success: async (things) => at(await things.makePhoto()),
    refusals: [
      {
        code: "invalid_params",
        reason: "work_unfinished",
        call: async (things) => at(await things.runningPhoto()),
      },
    ],
  },
  changeGeneration: {
    success: async (things) => at(await things.photo(), { json: { title: "Conformance" } }),
    refusals: [
      {
        code: "invalid_params",
        reason: "review_unfinished",
        call: async (things) => at(await things.failedPhoto(), { json: { review: "approved" } }),
      },
    ],
  },
  downloadGeneration: {
    success: async (things) => at(await things.photo()),
    refusals: [
      { code: "not_found", reason: "result_missing", call: async (things) => at(await things.failedPhoto()) },
      {
        code: "not_found",
        reason: "result_unfinished",
        call: async (things) => at(await things.runningPhoto()),
      },
      {
        code: "invalid_params",
        call: async (things) => at(await things.photo(), { query: { format: "bmp" } }),
      },
    ],
  },
  createArchive: {
    success: async (things) => ({ json: { ids: [await things.photo()] } }),
    refusals: [
      { code: "not_found", reason: "no_results_chosen", call: () => ({ json: { ids: [unknownId] } }) },
      {
        code: "not_found",
        reason: "no_result_reviewed_so",
        call: async (things) => ({ json: { ids: [await things.photo()], review: "rejected" } }),
      },
      { code: "invalid_params", call: () => ({ json: { ids: [] } }) },
    ],
  },
  reviewGenerations: {
    success: async (things) => ({ json: { ids: [await things.photo()], review: "approved" } }),
  },
  deleteGenerations: { success: async (things) => ({ json: { ids: [await things.makePhoto()] } }) },
  listProducts: { success: () => ({}) },
  checkGeneration: {
    success: async (things) => at(await things.photo(), { query: { marketplace: "amazon" } }),
    refusals: [
      {
        code: "invalid_params",
        reason: "check_unfinished",
        call: async (things) => at(await things.failedPhoto(), { query: { marketplace: "amazon" } }),
      },
      {
        code: "invalid_params",
        call: async (things) => at(await things.photo(), { query: { marketplace: "Amazon" } }),
      },
    ],
  },
  listMarketplaces: { success: () => ({}) },
  listScenes: {
    success: () => ({}),
    refusals: [{ code: "invalid_params", call: () => ({ query: { limit: "0" } }) }],
  },
  scenePreview: { success: async (things) => at(await things.scene()) },
  listAuditEvents: { success: () => ({}) },
} satisfies Record<string, OperationCases>;
