import { operations } from "#lib/contract/operations.ts";
import { findIgnoredShare } from "#lib/generations/history/present.ts";
import { generatePhoto } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.generate, generatePhoto, { findIgnoredShare });
