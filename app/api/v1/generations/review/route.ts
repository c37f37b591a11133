import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { reviewChosen } from "#lib/generations/history/reviewed.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(historyOperations.reviewGenerations, reviewChosen);
