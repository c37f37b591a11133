import { readCredits } from "#lib/accounts/state.ts";
import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.credits, readCredits);
