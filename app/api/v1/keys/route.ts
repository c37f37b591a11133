import { keyOperations } from "#lib/contract/keys/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createKeyByKey, listKeysByKey } from "#lib/keys/by-key.ts";

export const GET = endpoint(keyOperations.listKeys, listKeysByKey);
export const POST = endpoint(keyOperations.createKey, createKeyByKey);
