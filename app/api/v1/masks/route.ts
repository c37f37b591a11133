import { maskOperations } from "#lib/contract/masks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { forgetMask, getMask, storeMask } from "#lib/masks/index.ts";

export const GET = endpoint(maskOperations.getMask, getMask);
export const POST = endpoint(maskOperations.keepMask, storeMask);
export const DELETE = endpoint(maskOperations.forgetMask, forgetMask);
