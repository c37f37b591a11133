import { operations } from "#lib/contract/operations.ts";
import { removeBackground } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.removeBg, removeBackground);
