import { db } from "../db/index.ts";

/** Keeps an upload of the user's own like one that was just uploaded: until the work that needs it stands in the history. */
export async function postponeExpiry(publicId: string, { userId }: { userId: string }): Promise<void> {
  await db().hostedPicture.updateMany({
    where: { publicId, userId, releasedAt: null },
    data: { unusedSince: new Date() },
  });
}
