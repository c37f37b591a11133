import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rotateKeyByKey } from "#lib/keys/by-key.ts";

export const POST = endpoint(operations.rotateKey, rotateKeyByKey);
