import { operations } from "../operations.ts";
import { fetchRequest } from "./fields.ts";

const {
  listScenes,
  upload,
  estimate,
  generate,
  removeBg,
  getGeneration,
  createBatch,
  getBatch,
  listBatchItems,
  checkGeneration,
  credits,
} = operations;

/** The operations that MCP tools use. */
export const toolOperations = {
  listScenes,
  upload,
  /** Fetches a picture by URL and stores it. It has no endpoint of its own, but all limits of uploads apply. */
  fetchPicture: { ...upload, id: "fetchPicture", input: { from: "json", schema: fetchRequest } },
  estimate,
  generate,
  removeBg,
  getGeneration,
  createBatch,
  getBatch,
  listBatchItems,
  checkGeneration,
  credits,
} as const;

export type ToolOperation = keyof typeof toolOperations;
