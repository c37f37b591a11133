import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createKeyByKey, listKeysByKey } from "#lib/keys/by-key.ts";

export const GET = endpoint(operations.listKeys, listKeysByKey);
export const POST = endpoint(operations.createKey, createKeyByKey);
