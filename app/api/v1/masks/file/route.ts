import { maskOperations } from "#lib/contract/masks/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { downloadMask } from "#lib/masks/file.ts";

export const GET = endpoint(maskOperations.maskFile, downloadMask);
