import { readFile } from "node:fs/promises";
import { type RecognizedCaller, requireNotSecuredSince } from "../accounts/state.ts";
import { db } from "../db/index.ts";
import type { SignedUpload } from "../images/host.ts";
import { requireUsable } from "../images/hosted.ts";
import { imageHost } from "../images/index.ts";
import { inspectImage } from "../images/inspect.ts";
import { type InspectedImage, requireLargeEnough, UnreadableImageError } from "../images/picture.ts";
import { loadInTime } from "../images/source.ts";
import { limitConcurrencyByKey } from "../platform/concurrency.ts";
import { invalidParam } from "../platform/errors.ts";
import { randomBase62 } from "../platform/ids.ts";
import { problemOf } from "../platform/reasons.ts";
import { admitUpload, forgetUpload, inputsFolder, nameUpload, requireUploadRoom } from "./quota.ts";

/** Signed parameters for uploading directly to the image host, into the caller's own folder. */
export async function signUpload(_input: unknown, by: RecognizedCaller) {
  const { userId } = by;
  const host = imageHost();
  await requireNotSecuredSince(by, db());
  // If the host does not check quotas itself, this is the last chance to enforce them.
  if (!host.asksQuota) await requireUploadRoom(userId);
  return toContract(host.signUpload(inputsFolder(userId)));
}

/** The contract names these fields like Cloudinary; the cloud name is part of its upload URL. */
function toContract({ url, fields }: SignedUpload) {
  const { signature = "", timestamp = "", api_key: apiKey = "", folder = "" } = fields;
  const cloudName = /\/v1_1\/([^/]+)\//.exec(url)?.[1] ?? "";
  return { signature, timestamp: Number(timestamp), apiKey, cloudName, folder, uploadUrl: url };
}

/** Stores a small file on the image host. Throws ApiError invalid_params if it is not a readable picture. */
export async function upload(
  {
    file,
    fileName,
    name: wanted,
  }: { file: Uint8Array; fileName?: string | undefined; name?: string | undefined },
  { userId }: { userId: string },
): Promise<{ imageUrl: string }> {
  let inspected: InspectedImage;
  const host = imageHost();
  await host.requireRoom();
  try {
    inspected = await inspectImage(file, { caller: userId });
    requireLargeEnough(inspected);
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    throw invalidParam("file", problemOf(error), error);
  }
  const options = { folder: inputsFolder(userId), inspected, ...(wanted !== undefined && { name: wanted }) };
  if (host.asksQuota) {
    const { url, publicId } = await host.upload(file, options);
    await nameUpload(publicId, fileName);
    return { imageUrl: url };
  }
  const name = wanted ?? randomBase62(20).toLowerCase();
  const publicId = `${options.folder}/${name}`;
  await admitUpload(publicId, file.byteLength);
  try {
    const { url } = await host.upload(file, { ...options, name });
    await nameUpload(publicId, fileName);
    return { imageUrl: url };
  } catch (error) {
    await forgetUpload(publicId);
    throw error;
  }
}

/** Pictures fetched at once per caller, and the number that may wait, because each is held in memory. */
const limitFetching = limitConcurrencyByKey({ atOnce: 2, maxWaiting: 6 });

/** Stores the picture at a public URL on the image host; if it is already there, returns it as it is. */
export async function uploadFrom(
  { imageUrl, fileName }: { imageUrl: string; fileName?: string | undefined },
  by: { userId: string },
): Promise<{ imageUrl: string }> {
  if (imageHost().parse(imageUrl)) {
    await requireUsable(imageUrl);
    return { imageUrl };
  }
  return await limitFetching(by.userId, async () => {
    const source = await loadInTime(imageUrl, by.userId);
    try {
      const file = await readFile(source.image);
      return await upload({ file, fileName: fileName ?? new URL(imageUrl).pathname }, by);
    } finally {
      await source.dispose();
    }
  });
}
