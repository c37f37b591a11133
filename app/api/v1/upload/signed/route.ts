import { coreOperations } from "#lib/contract/core-operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { signUpload } from "#lib/uploads/index.ts";

export const GET = endpoint(coreOperations.signUpload, signUpload);
