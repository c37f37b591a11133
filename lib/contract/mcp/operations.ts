import { operations } from "../operations.ts";
import { fetchRequest } from "./fields.ts";

/** The operations that MCP tools use. */
export const toolOperations = {
  listScenes: operations.listScenes,
  upload: operations.upload,
  /** Fetches a picture by URL and stores it. It has no endpoint of its own, but all limits of uploads apply. */
  fetchPicture: { ...operations.upload, id: "fetchPicture", input: { from: "json", schema: fetchRequest } },
  estimate: operations.estimate,
  generate: operations.generate,
  removeBg: operations.removeBg,
  getGeneration: operations.getGeneration,
  createBatch: operations.createBatch,
  getBatch: operations.getBatch,
  listBatchItems: operations.listBatchItems,
  checkGeneration: operations.checkGeneration,
  credits: operations.credits,
} as const;

export type ToolOperation = keyof typeof toolOperations;
