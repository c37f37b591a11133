import { operations } from "#lib/contract/operations.ts";
import { estimateCost } from "#lib/generations/order/estimate.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.estimate, estimateCost);
