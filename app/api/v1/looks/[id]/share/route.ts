import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { shareLook, unshareLook } from "#lib/looks/share.ts";

export const POST = endpoint(operations.shareLook, shareLook);
export const DELETE = endpoint(operations.unshareLook, unshareLook);
