import { lookOperations } from "#lib/contract/looks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createLook, listLooks } from "#lib/looks/looks.ts";

export const GET = endpoint(lookOperations.listLooks, listLooks);
export const POST = endpoint(lookOperations.createLook, createLook);
