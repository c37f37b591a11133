import { operations } from "#lib/contract/operations.ts";
import { deleteChosen } from "#lib/generations/history/delete.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.deleteGenerations, deleteChosen);
