import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { connectImages } from "#lib/connect-images.ts";
import { originalOf } from "#lib/images/host.ts";
import { imageHost } from "#lib/images/index.ts";
import { freeMegabytes } from "#lib/platform/disk.ts";
import { env } from "#lib/platform/env.ts";
import { type Finding, found, foundBy } from "./findings.ts";

/** Free space above this multiple of the floor is sufficient. */
const lowFactor = 3;

export async function checkDataDir(): Promise<Finding[]> {
  const { DATA_DIR: dataDir } = env();
  const file = path.join(dataDir, `.doctor-${randomBytes(4).toString("hex")}`);
  const look = async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, "x", { flag: "wx", mode: 0o600 });
    await rm(file);
    return [];
  };
  return foundBy(look, "data_dir_not_writable", { dataDir });
}

export async function checkDisk(): Promise<Finding[]> {
  const { DATA_DIR, DISK_FLOOR_MB: floor } = env();
  const free = await freeMegabytes(DATA_DIR);
  if (free < floor) return [found("disk_full", { free, floor })];
  return free < lowFactor * floor ? [found("disk_low", { free, floor })] : [];
}

/** Stores, reads and deletes a picture through the image host's interface, whichever host is configured. */
export async function checkStorage(): Promise<Finding[]> {
  connectImages();
  const host = imageHost();
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#808080" } })
    .png()
    .toBuffer();
  const image = { format: "png", width: 2, height: 2, hasAlpha: false, pages: 1 } as const;
  const look = async () => {
    const inspected = { ...image, sizeBytes: bytes.length };
    const asset = await host.upload(bytes, { folder: "doctor", inspected });
    try {
      const read = await host.read(originalOf(asset));
      if (!read || read.length === 0) throw new Error("the stored picture cannot be read");
    } finally {
      await host.destroy(asset.publicId);
    }
    if (await host.find(originalOf(asset))) throw new Error("the deleted picture still exists");
    return [];
  };
  return foundBy(look, "storage_fails");
}
