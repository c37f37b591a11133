import { operations } from "#lib/contract/operations.ts";
import { deleteGeneration } from "#lib/generations/history/delete.ts";
import { followGeneration } from "#lib/generations/history/follow.ts";
import { changeGeneration } from "#lib/generations/history/history.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.getGeneration, followGeneration);
export const PATCH = endpoint(operations.changeGeneration, changeGeneration);
export const DELETE = endpoint(operations.deleteGeneration, deleteGeneration);
