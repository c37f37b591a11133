import { operation } from "../operation.ts";
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

/** What the tools are made of. */
export const toolOperations = {
  listScenes,
  upload,
  /** Stores a picture that the service loads: no endpoint of its own, but held to all that uploads are. */
  fetchPicture: operation({
    ...upload,
    id: "fetchPicture",
    input: { from: "json", schema: fetchRequest },
  }),
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
