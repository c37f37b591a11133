import { keyOperations } from "#lib/contract/keys/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteKeyByKey, getKeyByKey, updateKeyByKey } from "#lib/keys/by-key.ts";

export const GET = endpoint(keyOperations.getKey, getKeyByKey);
export const PATCH = endpoint(keyOperations.updateKey, updateKeyByKey);
export const DELETE = endpoint(keyOperations.deleteKey, deleteKeyByKey);
