import { readFile } from "node:fs/promises";
import path from "node:path";
import { isTestPicture, type TestPicture } from "../../contract/keys/test-mode.ts";
import { originalOf } from "../../images/host.ts";
import { imageHost } from "../../images/index.ts";
import { batchByKey } from "../../platform/concurrency.ts";
import { env } from "../../platform/env.ts";
import { ApiError, refusal } from "../../platform/errors.ts";
import { isTestAccount } from "../../platform/ids.ts";
import { because } from "../../platform/reasons.ts";
import { inputsFolder } from "../../uploads/quota.ts";
import type { WorkRequest } from "../kinds/kind.ts";

const namePrefix = "test-";

/**
 * Replaces a test picture's URL by its copy on the image host, which every kind of work accepts; returns other
 * requests, and those of live keys, unchanged. Throws ApiError for pictures that force a refusal before the charge.
 */
export async function substituteTestPictures(
  requests: readonly WorkRequest[],
  userId: string,
): Promise<readonly WorkRequest[]> {
  if (!isTestAccount(userId)) return requests;
  const substituted: WorkRequest[] = [];
  for (const one of requests) {
    const imageUrl = await substituteUrl(one.request.imageUrl, userId);
    substituted.push(
      one.operation === "generate"
        ? { ...one, request: { ...one.request, imageUrl } }
        : { ...one, request: { ...one.request, imageUrl } },
    );
  }
  return substituted;
}

async function substituteUrl(imageUrl: string, userId: string): Promise<string> {
  const name = nameOf(imageUrl);
  if (name === null) return imageUrl;
  if (name === "insufficient-credits") throw refusal(because("test_without_credits"));
  if (name === "overloaded") {
    throw new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds: 1 });
  }
  return await uploadOnce(`${inputsFolder(userId)}/${namePrefix}${name}`);
}

/** The URL of the copy; concurrent requests upload it once. */
const uploadOnce = batchByKey(async (publicId: string, calls) => {
  const host = imageHost();
  const found = await host.find(originalOf({ publicId }));
  const at = { folder: path.posix.dirname(publicId), name: path.posix.basename(publicId) };
  const { url } = found ?? (await host.upload(await readTestPicture(), at));
  return Array.from({ length: calls }, () => url);
});

/** The test picture of a row, by its name on the image host, which forces an outcome; null for other pictures. */
export function testPictureOf(row: { userId: string; sourcePublicId: string | null }): TestPicture | null {
  if (!isTestAccount(row.userId)) return null;
  const name = row.sourcePublicId?.split("/").at(-1) ?? "";
  const picture = name.startsWith(namePrefix) ? name.slice(namePrefix.length) : "";
  return isTestPicture(picture) ? picture : null;
}

function nameOf(imageUrl: string): TestPicture | null {
  const start = `${env().BASE_URL}/test/`;
  if (!imageUrl.startsWith(start)) return null;
  const name = /^([a-z-]+)\.jpg$/.exec(imageUrl.slice(start.length))?.[1] ?? "";
  return isTestPicture(name) ? name : null;
}

/** The file that all test pictures share. */
export function readTestPicture(): Promise<Buffer> {
  return readFile(path.join(process.cwd(), "public", "samples", "mug.jpg"));
}
