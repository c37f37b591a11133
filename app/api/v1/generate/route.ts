import { coreOperations } from "#lib/contract/core-operations.ts";
import { findIgnoredShare } from "#lib/generations/history/present.ts";
import { generatePhoto } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(coreOperations.generate, generatePhoto, { findIgnoredShare });
