import { statfs } from "node:fs/promises";
import { poolState } from "../db/index.ts";
import { imageFiles } from "../images/embedded/folder.ts";
import { env } from "../platform/env.ts";
import { metrics } from "../platform/metrics.ts";
import { mayMonitor } from "./direct.ts";
import { notFound } from "./route.ts";
import type { Handler } from "./route-table.ts";
import { readSharedMetrics } from "./shared-metrics.ts";

/** Returns the metrics in Prometheus format. Unauthorized callers get a 404, which hides the endpoint. */
export const answerMetrics: Handler = async (request) => {
  if (!mayMonitor(request.headers)) return notFound(request);
  const { registry } = metrics();
  readConnections();
  await Promise.all([readSharedMetrics(), readDisk(), readBucket()]);
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return new Response(await registry.metrics(), { headers });
};

function readConnections(): void {
  const { connections, connectionsAwaited } = metrics();
  const { used, idle, waiting } = poolState();
  connections.set({ state: "used" }, used);
  connections.set({ state: "idle" }, idle);
  connectionsAwaited.set(waiting);
}

const mib = 1024 * 1024;

async function readDisk(): Promise<void> {
  const { diskFree, diskSize, diskFloor } = metrics();
  diskFloor.set(env().DISK_FLOOR_MB * mib);
  const disk = await statfs(env().DATA_DIR).catch(() => null);
  if (disk) {
    diskFree.set(disk.bavail * disk.bsize);
    diskSize.set(disk.blocks * disk.bsize);
  } else {
    diskFree.remove();
    diskSize.remove();
  }
}

async function readBucket(): Promise<void> {
  const { bucketReachable } = metrics();
  const isReachable = await imageFiles().isReachable?.();
  if (isReachable === undefined) bucketReachable.remove();
  else bucketReachable.set(isReachable ? 1 : 0);
}
