import { readCredits } from "#lib/accounts/state.ts";
import { creditOperations } from "#lib/contract/accounts/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(creditOperations.credits, readCredits, { usesDatabase: false });
