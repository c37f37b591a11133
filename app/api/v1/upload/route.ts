import { coreOperations } from "#lib/contract/core-operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { upload } from "#lib/uploads/index.ts";

export const POST = endpoint(coreOperations.upload, upload);
