import { db } from "../db/index.ts";

/**
 * An upload that an order only shows behind its product is not what the order is made of: it is kept like one that was
 * just uploaded, which is as long as an order may wait. Another's upload is left alone.
 */
export async function postponeExpiry(publicId: string, { userId }: { userId: string }): Promise<void> {
  await db().hostedPicture.updateMany({
    where: { publicId, userId, releasedAt: null },
    data: { unusedSince: new Date() },
  });
}
