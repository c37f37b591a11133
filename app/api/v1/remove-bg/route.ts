import { workOperations } from "#lib/contract/generations/work-operations.ts";
import { removeBackground } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(workOperations.removeBg, removeBackground);
