import { keyOperations } from "#lib/contract/keys/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rotateKeyByKey } from "#lib/keys/by-key.ts";

export const POST = endpoint(keyOperations.rotateKey, rotateKeyByKey);
