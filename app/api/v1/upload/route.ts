import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { upload } from "#lib/uploads/index.ts";

export const POST = endpoint(operations.upload, upload);
