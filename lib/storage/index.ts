import { existsSync } from "node:fs";
import path from "node:path";
import { db, sql } from "../db/index.ts";
import { type BucketAddress, readBucketUrl } from "../platform/bucket-address.ts";
import { requireDiskSpace } from "../platform/disk.ts";
import { env } from "../platform/env.ts";
import { BucketStore } from "./bucket/store.ts";
import { DiskStore } from "./disk.ts";
import { WithFormer } from "./former.ts";
import { ownerCheck } from "./owner.ts";
import type { FileStore } from "./port.ts";

const mib = 1024 * 1024;
const opened = new Map<string, FileStore>();

/**
 * The storage for files that would otherwise be in a local folder: the bucket of STORAGE_URL if set. Files still in a
 * former storage are found there (docs/decisions/storage.md).
 */
export function openStorage(folder: string): FileStore {
  const { STORAGE_URL, FORMER_STORAGE_URL } = env();
  const name = JSON.stringify([folder, STORAGE_URL, FORMER_STORAGE_URL]);
  const known = opened.get(name);
  if (known) return known;
  const store = open(folder);
  opened.set(name, store);
  return store;
}

function open(folder: string): FileStore {
  const { present, former } = openPlaces(folder);
  return former.length === 0 ? present : new WithFormer(present, former);
}

/** The storage for new files, and former ones that may still contain some. */
export function openPlaces(folder: string): {
  present: DiskStore | BucketStore;
  former: (DiskStore | BucketStore)[];
} {
  const { STORAGE_URL, FORMER_STORAGE_URL } = env();
  const disk = new DiskStore(folder);
  const bucket = STORAGE_URL === undefined ? null : openBucket(STORAGE_URL, folder);
  const formerBucket =
    FORMER_STORAGE_URL === undefined ? [] : [openBucket(FORMER_STORAGE_URL, folder, "former")];
  if (!bucket) return { present: disk, former: formerBucket };
  const hasFiles = existsSync(/* turbopackIgnore: true */ path.join(folder, keptFolder));
  return { present: bucket, former: [...(hasFiles ? [disk] : []), ...formerBucket] };
}

/** The present storage as named in heartbeats, which other processes compare. */
export function describePlace(): string {
  const { STORAGE_URL } = env();
  return STORAGE_URL === undefined ? "disk" : readBucketUrl(STORAGE_URL).name;
}

/** The presence of this folder on a disk indicates that it contains pictures. */
const keptFolder = "assets";

function openBucket(url: string, folder: string, part = ""): BucketStore {
  const { STORAGE_CACHE_MB, STORAGE_PUBLIC_URL } = env();
  const address: BucketAddress = readBucketUrl(url);
  return new BucketStore({
    address,
    localFolder: path.join(/* turbopackIgnore: true */ folder, part),
    cacheBytes: STORAGE_CACHE_MB * mib,
    publicOrigin: part === "" ? STORAGE_PUBLIC_URL : undefined,
    requireOwned: ownerCheck(address.name),
    claimOnce,
    requireRoom: () => requireDiskSpace(),
  });
}

const claimsKeptHours = 24;

/** Claims a name: true only for the first caller, across all machines. */
export async function claimOnce(name: string): Promise<boolean> {
  const claimed = await db().$executeRaw(sql`
    INSERT INTO storage_claim (name) VALUES (${name}) ON CONFLICT (name) DO NOTHING`);
  return claimed === 1;
}

/** Uploads whose parts were joined ended long before. */
export async function purgeClaims(): Promise<void> {
  await db().$executeRaw(sql`
    DELETE FROM storage_claim WHERE claimed_at < now() - ${claimsKeptHours}::int * interval '1 hour'`);
}
