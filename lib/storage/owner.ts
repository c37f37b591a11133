import { setTimeout as delay } from "node:timers/promises";
import { db, sql } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { StorageError } from "./bucket/failure.ts";
import type { BucketObjects } from "./bucket/objects.ts";
import { ownerKey } from "./bucket/store.ts";

const lookAgainMs = 60_000;
const concurrentClaimMs = 500;

/** The id of this installation, created at its first start. */
async function installationId(): Promise<string> {
  await db().$executeRaw(sql`
    INSERT INTO installation (id) VALUES (${newId("ins")}) ON CONFLICT (is_only) DO NOTHING`);
  const { id } = await db().installation.findFirstOrThrow({ select: { id: true } });
  return id;
}

export async function readOwner(objects: BucketObjects): Promise<string | null> {
  const text = (await objects.read(ownerKey))?.toString("utf8");
  if (text === undefined) return null;
  const id: unknown = (JSON.parse(text) as { installation?: unknown }).installation;
  return typeof id === "string" ? id : "unknown";
}

/** Makes this installation the owner of a bucket's files, whoever owned them before. */
export async function claimBucket(objects: BucketObjects): Promise<string> {
  const id = await installationId();
  await objects.put(ownerKey, Buffer.from(`${JSON.stringify({ installation: id })}\n`));
  return id;
}

/**
 * Admits the installation that owns the bucket, and the first one that uses it. A restored copy, with its own id,
 * must not delete files of its original.
 */
export function ownerCheck(place: string): (objects: BucketObjects) => Promise<void> {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return async (objects) => {
    if (performance.now() - checkedAtMs < lookAgainMs) return;
    const id = await installationId();
    let owner = await readOwner(objects);
    if (owner === null) {
      await claimBucket(objects);
      // If two installations take it concurrently, the later one owns it.
      await delay(concurrentClaimMs);
      owner = await readOwner(objects);
    }
    if (owner !== id) throw new NotOwnedError(place, owner ?? "nobody", id);
    checkedAtMs = performance.now();
  };
}

class NotOwnedError extends StorageError {
  constructor(place: string, owner: string, id: string) {
    super(
      `${place} has the files of the installation ${owner}, and this is ${id}: give it a bucket or prefix of its own in ` +
        "STORAGE_URL, or take the files over with `npm run admin -- storage take`, once the other one is gone for good",
      { isAway: false },
    );
  }
}
