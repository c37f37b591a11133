import { workOperations } from "#lib/contract/generations/work-operations.ts";
import { generatePhoto } from "#lib/generations/order/call.ts";
import { findIgnoredShare } from "#lib/generations/order/prompt.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(workOperations.generate, generatePhoto, { findIgnoredShare });
