import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { copyLook } from "#lib/looks/share.ts";

export const POST = endpoint(operations.copyLook, copyLook);
