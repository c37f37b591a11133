import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteKeyByKey, getKeyByKey, updateKeyByKey } from "#lib/keys/by-key.ts";

export const GET = endpoint(operations.getKey, getKeyByKey);
export const PATCH = endpoint(operations.updateKey, updateKeyByKey);
export const DELETE = endpoint(operations.deleteKey, deleteKeyByKey);
