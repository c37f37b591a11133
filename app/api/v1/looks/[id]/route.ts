import { lookOperations } from "#lib/contract/looks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteLook, requireLook, updateLook } from "#lib/looks/looks.ts";

export const GET = endpoint(lookOperations.getLook, requireLook);
export const PATCH = endpoint(lookOperations.updateLook, updateLook);
export const DELETE = endpoint(lookOperations.deleteLook, deleteLook);
