import { randomUUID } from "node:crypto";
import { readBucketUrl } from "../../platform/bucket-address.ts";
import { BucketStore } from "../../storage/bucket/store.ts";
import type { FileStore } from "../../storage/port.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { startS3Server } from "./s3-server.ts";

/**
 * Opens a bucket for tests, behind a proxy that injects faults: on our own S3 test server, or on the S3-compatible
 * server that STORAGE_TEST_URL names (s3+http://…, an existing bucket).
 */
export async function startBucket() {
  const own = process.env.STORAGE_TEST_URL ? null : await startS3Server();
  const upstream = new URL(process.env.STORAGE_TEST_URL ?? own?.url ?? "");
  const proxy = await startFaultProxy(Number(upstream.port));
  const url = new URL(upstream);
  url.port = String(proxy.port);
  const bucket = url.pathname.split("/")[1] ?? "";
  url.pathname = `/${bucket}/${randomUUID()}`;
  const close = () => {
    proxy.close();
    own?.close();
  };
  return { url: url.href, proxy, own, close, [Symbol.dispose]: close };
}

/** The bucket's file store for one simulated machine. Skips the check of which installation owns the bucket. */
export function bucketOf(
  url: string,
  localFolder: string,
  claims = new Set<string>(),
): FileStore & BucketStore {
  return new BucketStore({
    address: readBucketUrl(url),
    localFolder,
    cacheBytes: 100 * 1024 * 1024,
    requireOwned: async () => undefined,
    claimOnce: async (name) => !claims.has(name) && Boolean(claims.add(name)),
    requireRoom: async () => undefined,
  });
}
