import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { forgetMask, getMask, keepMask } from "#lib/masks/index.ts";

export const GET = endpoint(operations.getMask, getMask);
export const POST = endpoint(operations.keepMask, keepMask);
export const DELETE = endpoint(operations.forgetMask, forgetMask);
