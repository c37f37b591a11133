import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteLook, requireLook, updateLook } from "#lib/looks/looks.ts";

export const GET = endpoint(operations.getLook, requireLook);
export const PATCH = endpoint(operations.updateLook, updateLook);
export const DELETE = endpoint(operations.deleteLook, deleteLook);
