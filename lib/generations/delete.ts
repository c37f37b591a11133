import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { deletedGeneration } from "../api/schemas.ts";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { ApiError, invalidParam } from "../errors.ts";
import { imageHost } from "../images/index.ts";
import { inputsFolder } from "../uploads/index.ts";

/**
 * Takes one piece of work out of the caller's history and its result off the image host. The emptied row stays: it
 * proves the charge and counts in the usage. When the host fails nothing has changed, and asking again is safe.
 */
export const deleteGeneration: UseCase<undefined, z.output<typeof deletedGeneration>> = async ({
  caller,
  params,
}) => {
  const row = await db().generation.findFirst({
    where: { id: String(params.id), userId: caller.userId, deletedAt: null },
  });
  if (!row) throw new ApiError("not_found", "No such generation exists.");
  if (row.status === "pending") throw invalidParam("id", "it is still being made; delete it once it is done");
  const publicId = row.resultPublicId ?? (await findSourceOnlyUsedBy(row));
  if (publicId) await imageHost().destroy(publicId);
  await db().generation.update({
    where: { id: row.id },
    data: { deletedAt: new Date(), imageUrl: "", prompt: null, resultUrl: null, resultPublicId: null },
  });
  return { id: row.id, deleted: true };
};

/** A cut-out has no asset of its own: it lives and dies with the upload that it is a view of. */
async function findSourceOnlyUsedBy({ id, userId, operation, imageUrl }: Generation): Promise<string | null> {
  const source = operation === "remove_bg" ? imageHost().parse(imageUrl) : null;
  if (!source?.publicId.startsWith(`${inputsFolder(userId)}/`)) return null;
  const others = await db().generation.count({
    where: { userId, id: { not: id }, deletedAt: null, imageUrl: { contains: source.publicId } },
  });
  return others === 0 ? source.publicId : null;
}
