import { isAnyRunning } from "#lib/db/heartbeat.ts";
import { countFiles, findDamaged, probeStorage } from "#lib/images/embedded/check.ts";
import { copyPictures } from "#lib/images/embedded/copy.ts";
import { imageFiles, rootFolder } from "#lib/images/embedded/folder.ts";
import { BucketStore } from "#lib/storage/bucket/store.ts";
import { DiskStore } from "#lib/storage/disk.ts";
import { claimBucket, readOwner } from "#lib/storage/owner.ts";
import { getOneOf, type Values } from "./values.ts";

/** Copies the pictures between the local folder and the bucket of STORAGE_URL, while the service is stopped. */
export async function copyStorage(values: Values): Promise<void> {
  const to = getOneOf(values, "to", ["s3", "disk"] as const);
  const bucket = requireBucket("the bucket to copy to or from");
  if (await isAnyRunning())
    throw new Error("Stop the service and its workers first: they may store pictures.");
  const disk = new DiskStore(rootFolder());
  const copied = await (to === "s3" ? copyPictures(disk, bucket) : copyPictures(bucket, disk));
  const next = to === "s3" ? "Start the service with STORAGE_URL." : "Start the service without STORAGE_URL.";
  console.log(`${copied} files copied to ${to === "s3" ? bucket.name : disk.name}. ${next}`);
}

function requireBucket(what: string): BucketStore {
  const files = imageFiles();
  if (files instanceof BucketStore) return files;
  throw new Error(`STORAGE_URL is not set: it names ${what}.`);
}

/** Tests the picture storage and counts its files. Exit code 1: there is a problem. */
export async function checkStorage(values: Values): Promise<number> {
  const files = imageFiles();
  const { ms } = await probeStorage(files);
  const owner = files instanceof BucketStore ? await readOwner(await files.objects()) : null;
  const damaged = values.deep ? await findDamaged(files) : [];
  const counts = await countFiles(files);
  if (values.json) console.log(JSON.stringify({ probe_ms: ms, owner, name: files.name, ...counts, damaged }));
  else {
    const { pictures, pictureBytes, derived, derivedBytes } = counts;
    const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
    console.log(
      `${files.name} writes, reads, lists and deletes (${ms} ms)${owner ? `; it belongs to ${owner}` : ""}`,
    );
    console.log(
      `${pictures} pictures (${megabytes(pictureBytes)} MB), ${derived} derived (${megabytes(derivedBytes)} MB)`,
    );
    for (const { publicId, problem } of damaged) console.error(`  ${publicId}: ${problem}`);
  }
  return damaged.length > 0 ? 1 : 0;
}

/** Makes this installation the owner of the bucket's files. */
export async function claimStorage(): Promise<void> {
  const bucket = requireBucket("a bucket; files on a disk always belong to their service");
  const before = await readOwner(await bucket.objects());
  const id = await claimBucket(await bucket.objects());
  console.log(`${bucket.name} now belongs to this installation: ${id} (before: ${before ?? "none"}).`);
  console.log("If the other one is still running, it stops writing within a minute.");
}
