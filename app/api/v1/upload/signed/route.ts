import { uploadOperations } from "#lib/contract/accounts/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { signUpload } from "#lib/uploads/index.ts";

export const GET = endpoint(uploadOperations.signUpload, signUpload);
