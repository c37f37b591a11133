import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createLook, listLooks } from "#lib/looks/looks.ts";

export const GET = endpoint(operations.listLooks, listLooks);
export const POST = endpoint(operations.createLook, createLook);
