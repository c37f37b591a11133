import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { downloadMask } from "#lib/masks/file.ts";

export const GET = endpoint(operations.maskFile, downloadMask);
