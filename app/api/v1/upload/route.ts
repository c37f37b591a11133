import { uploadOperations } from "#lib/contract/accounts/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { upload } from "#lib/uploads/index.ts";

export const POST = endpoint(uploadOperations.upload, upload);
