// Guards what a backup counts as missing after the image host was switched and switched back.
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from } from "pg-copy-streams";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chargeCredits } from "../credits/charge.ts";
import { completeCharge } from "../credits/resolve.ts";
import { withClient } from "../db/client.ts";
import { AssetStore } from "../images/embedded/store.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { DiskStore } from "../storage/disk.ts";
import { type Library, makeLibrary, orderPhoto } from "../testing/backup/library.ts";
import { beginWork, chargeOf } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { bytesOf, readArchive } from "./archive.ts";
import { createBackup } from "./create.ts";
import { entryNames } from "./format.ts";
import { findMissingPictures } from "./needed-pictures.ts";
import { picturesFolder } from "./pictures.ts";

const url = await useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "photos-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const cloudinary = "cloudinary://1:secret@shop";
const useHost = (CLOUDINARY_URL: string | undefined) => void Object.assign(env(), { CLOUDINARY_URL });

let library: Library;

/** A photo, and a cut-out that is a transformation of its source, all at Cloudinary. */
async function payAtCloudinary(userId: string): Promise<void> {
  const pictureIn = (place: string) => {
    const publicId = `${place}/${userId}/${newId("row")}`;
    return { publicId, url: `https://res.cloudinary.com/shop/image/upload/v1/${publicId}.jpg` };
  };
  const photo = await orderPhoto(userId, pictureIn("inputs"));
  const { url: imageUrl, publicId: sourcePublicId } = pictureIn("inputs");
  const cutout = newId("gen");
  const piece = { operation: "remove_bg", queue: "work", expectedMs: 0, cost: 1 } as const;
  const work = [{ id: cutout, ...piece, imageUrl, sourcePublicId }];
  await chargeCredits(chargeOf(userId, [], { work }));
  for (const [id, result] of [
    [photo, pictureIn("outputs")],
    [cutout, { url: imageUrl.replace("/v1/", "/e_background_removal/f_png/v1/"), publicId: null }],
  ] as const) {
    await beginWork(id);
    if (!(await completeCharge(id, result))) throw new Error("a test's work was not completed");
  }
}

beforeAll(async () => {
  useHost(undefined);
  library = await makeLibrary(2);
  useHost(cloudinary);
  await payAtCloudinary(library.userId);
});
beforeEach(() => useHost(cloudinary));

/** Makes a backup; returns its contents and the pictures that a verification would miss. */
async function backUp({ hasPictures = true } = {}) {
  const file = path.join(folder, `${newId("row")}.tar`);
  const { manifest } = await createBackup(file, { hasPictures, passphrase: undefined });
  const pictures: Record<string, Buffer> = {};
  const missing = await withClient(url, async (client) => {
    await client.query(
      "CREATE TEMPORARY TABLE backup_picture (public_id text PRIMARY KEY, state text, is_marked boolean)",
    );
    for await (const entry of readArchive(file)) {
      if (entry.path === entryNames.pictureIndex)
        await pipeline(Readable.from(entry), client.query(from("COPY backup_picture FROM STDIN")));
      else if (entry.path.startsWith(entryNames.pictures))
        pictures[path.basename(entry.path)] = await bytesOf(entry);
    }
    return await findMissingPictures(client, 5);
  });
  return { manifest, pictures, missing };
}

async function originalOf(publicId: string): Promise<string> {
  const store = new AssetStore(new DiskStore(picturesFolder(env().DATA_DIR)));
  const asset = await store.get(publicId);
  if (!asset) throw new Error("the test's picture is missing");
  return (await store.original(asset)).path;
}

test("with Cloudinary configured, a backup still contains the pictures of the embedded host, byte for byte", async () => {
  tried("backups");
  const { manifest, pictures, missing } = await backUp();
  expect(manifest).toMatchObject({ hasPictures: true, imageHost: "cloudinary" });
  expect(manifest.pictures).toMatchObject({ count: 4, removed: 0, missing: 0 });
  for (const { publicId, bytes } of library.photos) {
    const file = await originalOf(publicId);
    expect(await readFile(file)).toEqual(bytes);
    expect(pictures[path.basename(file)]).toEqual(bytes);
  }
  expect(missing.count).toBe(0);
});

test("a backup without pictures counts only those of the embedded host as missing", async () => {
  const { manifest, missing } = await backUp({ hasPictures: false });
  expect([manifest.hasPictures, missing.count]).toEqual([false, 2]);
});

test("after a switch back to the embedded host, only pictures that it lost count as missing, not those at Cloudinary", async () => {
  tried("backups");
  useHost(undefined);
  const whole = await backUp();
  expect(whole.manifest).toMatchObject({ imageHost: "embedded", pictures: { count: 4, missing: 0 } });
  expect(whole.missing.count).toBe(0);

  const [{ publicId } = { publicId: "" }] = library.photos;
  const file = await originalOf(publicId);
  const bytes = await readFile(file);
  await rm(file);
  const lost = await backUp();
  await writeFile(file, bytes);
  expect(lost.manifest.pictures).toMatchObject({ count: 3, missing: 1 });
  expect(lost.missing).toEqual({ count: 1, first: [{ publicId, problem: "is not in the archive" }] });
});
