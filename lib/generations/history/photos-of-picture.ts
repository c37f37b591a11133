import { db } from "../../db/index.ts";
import { imageHost } from "../../images/index.ts";
import { toStored } from "../../images/reference.ts";
import { present } from "./present.ts";

/** Limit of one picture's photos that are remade together. */
const mostPhotos = 100;

/** The account's finished photos of a picture on the image host, newest first. */
export async function listPhotosOf({ imageUrl }: { imageUrl: string }, { userId }: { userId: string }) {
  const publicId = imageHost().parse(imageUrl)?.publicId;
  if (publicId === undefined) return [];
  const rows = await db().generation.findMany({
    where: {
      userId,
      deletedAt: null,
      operation: "generate",
      status: "succeeded",
      sourcePublicId: publicId,
      sourceRef: toStored(imageUrl),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostPhotos,
  });
  return present(rows);
}
