import { operations } from "#lib/contract/operations.ts";
import { reviewChosen } from "#lib/generations/history/reviewed.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.reviewGenerations, reviewChosen);
