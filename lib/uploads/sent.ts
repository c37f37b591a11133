import { db, sql } from "../db/index.ts";
import { originalOf } from "../images/host.ts";
import { imageHost } from "../images/index.ts";
import { joinByKey } from "../platform/concurrency.ts";
import { upload } from "./index.ts";
import { inputsFolder, nameUpload } from "./quota.ts";
import { removeReleased, reserveUpload } from "./release.ts";

/** A picture that came with a call, among the account's inputs. */
export interface StoredPicture {
  imageUrl: string;
  /** Set if this call stored it. */
  stored?: { publicId: string; since: Date };
}

interface Sent {
  file: Uint8Array;
  digest: string;
  fileName?: string | undefined;
}

const storing = joinByKey<StoredPicture>();

/**
 * As `upload`, but the same bytes are stored once per account, so that a repeated call neither fills the quota nor
 * counts as another picture (`reuse`).
 */
export async function storeSent(sent: Sent, by: { userId: string }): Promise<StoredPicture> {
  const name = sent.digest.slice(0, 32);
  const key = `${by.userId} ${name}`;
  let isFirst = false;
  const made = await storing(key, () => {
    isFirst = true;
    return store(sent, name, by);
  });
  return isFirst ? made : { imageUrl: made.imageUrl };
}

async function store({ file, fileName }: Sent, name: string, by: { userId: string }): Promise<StoredPicture> {
  const publicId = `${inputsFolder(by.userId)}/${name}`;
  const isFree = await reserveUpload(publicId);
  const found = isFree ? await imageHost().find(originalOf({ publicId })) : null;
  if (found) {
    await nameUpload(publicId, fileName);
    return { imageUrl: found.url };
  }
  // While the former picture of this name is being deleted, it gets another name.
  const { imageUrl } = await upload({ file, fileName, name: isFree ? name : undefined }, by);
  const id = imageHost().parse(imageUrl)?.publicId ?? publicId;
  const row = await db().hostedPicture.findUnique({ where: { publicId: id } });
  return { imageUrl, ...(row && { stored: { publicId: id, since: row.unusedSince } }) };
}

/** Deletes pictures that a refused call stored, unless another call uses or has reserved them since. */
export async function discardSent(pictures: readonly StoredPicture[]): Promise<void> {
  for (const { stored } of pictures) {
    if (!stored) continue;
    const { publicId, since } = stored;
    await db().$executeRaw(sql`
      UPDATE hosted_picture p SET released_at = now()
      WHERE p.public_id = ${publicId} AND p.unused_since = ${since}
        AND NOT EXISTS (SELECT FROM generation g WHERE g.source_public_id = p.public_id)`);
    await removeReleased([publicId]);
  }
}
