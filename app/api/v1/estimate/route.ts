import { batchOperations } from "#lib/contract/batches/operations.ts";
import { estimateCost } from "#lib/generations/order/estimate.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(batchOperations.estimate, estimateCost);
