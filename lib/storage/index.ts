import { db, sql } from "../db/index.ts";
import { type BucketAddress, readBucketUrl } from "../platform/bucket-address.ts";
import { requireDiskSpace } from "../platform/disk.ts";
import { env } from "../platform/env.ts";
import { BucketStore } from "./bucket/store.ts";
import { DiskStore } from "./disk.ts";
import { ownerCheck } from "./owner.ts";
import type { FileStore } from "./port.ts";

const mib = 1024 * 1024;
const opened = new Map<string, FileStore>();

/** The storage for files that would otherwise be in a local folder: the bucket of STORAGE_URL if set. */
export function openStorage(folder: string): FileStore {
  const name = JSON.stringify([folder, env().STORAGE_URL]);
  const known = opened.get(name);
  if (known) return known;
  const { STORAGE_URL } = env();
  const store = STORAGE_URL === undefined ? new DiskStore(folder) : openBucket(STORAGE_URL, folder);
  opened.set(name, store);
  return store;
}

function openBucket(url: string, folder: string): BucketStore {
  const { STORAGE_CACHE_MB, STORAGE_PUBLIC_URL } = env();
  const address: BucketAddress = readBucketUrl(url);
  return new BucketStore({
    address,
    localFolder: folder,
    cacheBytes: STORAGE_CACHE_MB * mib,
    publicOrigin: STORAGE_PUBLIC_URL,
    requireOwned: ownerCheck(address.name),
    claimOnce,
    requireRoom: () => requireDiskSpace(),
  });
}

/** Claims a name: true only for the first caller, across all machines. */
export async function claimOnce(name: string): Promise<boolean> {
  const claimed = await db().$executeRaw(sql`
    INSERT INTO storage_claim (name) VALUES (${name}) ON CONFLICT (name) DO NOTHING`);
  return claimed === 1;
}
