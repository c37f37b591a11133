import { toolOperations } from "#lib/contract/mcp/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { Handlers } from "#lib/mcp/api.ts";
import { uploadFrom } from "#lib/uploads/index.ts";
import * as batchItems from "../v1/batches/[id]/items/route.ts";
import * as batch from "../v1/batches/[id]/route.ts";
import * as batches from "../v1/batches/route.ts";
import * as credits from "../v1/credits/route.ts";
import * as estimate from "../v1/estimate/route.ts";
import * as generate from "../v1/generate/route.ts";
import * as check from "../v1/generations/[id]/check/route.ts";
import * as generation from "../v1/generations/[id]/route.ts";
import * as removeBg from "../v1/remove-bg/route.ts";
import * as scenes from "../v1/scenes/route.ts";
import * as upload from "../v1/upload/route.ts";

/** The API handlers that the tools call. */
export const handlers: Handlers = {
  listScenes: scenes.GET,
  upload: upload.POST,
  fetchPicture: endpoint(toolOperations.fetchPicture, uploadFrom),
  estimate: estimate.POST,
  generate: generate.POST,
  removeBg: removeBg.POST,
  getGeneration: generation.GET,
  createBatch: batches.POST,
  getBatch: batch.GET,
  listBatchItems: batchItems.GET,
  checkGeneration: check.GET,
  credits: credits.GET,
};
