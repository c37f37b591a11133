import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { generationOperations } from "#lib/contract/generations/operations.ts";
import { deleteGeneration } from "#lib/generations/history/delete.ts";
import { followGeneration } from "#lib/generations/history/follow.ts";
import { changeGeneration } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(generationOperations.getGeneration, followGeneration);
export const PATCH = endpoint(historyOperations.changeGeneration, changeGeneration);
export const DELETE = endpoint(generationOperations.deleteGeneration, deleteGeneration);
