import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { deletedGeneration } from "../api/schemas.ts";
import { db } from "../db/index.ts";
import { ApiError, invalidParam } from "../errors.ts";
import { removeGenerations } from "./remove.ts";

/** Takes one piece of work out of the caller's history, with its pictures (see `removeGenerations`). */
export const deleteGeneration: UseCase<undefined, z.output<typeof deletedGeneration>> = async ({
  caller,
  params,
}) => {
  const row = await db().generation.findFirst({
    where: { id: String(params.id), userId: caller.userId, deletedAt: null },
    select: { id: true, status: true },
  });
  if (!row) throw new ApiError("not_found", "No such generation exists.");
  if (row.status === "pending") throw invalidParam("id", "it is still being made; delete it once it is done");
  await removeGenerations([row.id]);
  return { id: row.id, deleted: true };
};
