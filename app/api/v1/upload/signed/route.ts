import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { signUpload } from "#lib/uploads/index.ts";

export const GET = endpoint(operations.signUpload, signUpload);
