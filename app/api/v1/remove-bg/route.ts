import { coreOperations } from "#lib/contract/core-operations.ts";
import { removeBackground } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(coreOperations.removeBg, removeBackground);
