import { readCredits } from "#lib/accounts/state.ts";
import { coreOperations } from "#lib/contract/core-operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(coreOperations.credits, readCredits);
