import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { deleteChosen } from "#lib/generations/history/delete.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(historyOperations.deleteGenerations, deleteChosen);
