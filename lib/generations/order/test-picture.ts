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

const namePrefix = "test-";

interface PicturedRequest {
  request: { imageUrl: string };
}

/**
 * Replaces a test picture's URL by its copy on the image host, which every kind of work accepts; returns other
 * requests, and those of live keys, unchanged. Throws ApiError for pictures that force a refusal before the charge.
 */
export async function substituteTestPicture<Request extends PicturedRequest>(
  one: Request,
  userId: string,
): Promise<Request> {
  const name = isTestAccount(userId) ? nameOf(one.request.imageUrl) : null;
  if (name === null) return one;
  if (name === "insufficient-credits") throw refusal(because("test_without_credits"));
  if (name === "overloaded") {
    throw new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds: 1 });
  }
  const imageUrl = await uploadOnce(`${inputsFolder(userId)}/${namePrefix}${name}`);
  return { ...one, request: { ...one.request, imageUrl } };
}

/** As `substituteTestPicture`, for all requests of a batch. */
export async function substituteTestPictures<Request extends PicturedRequest>(
  requests: readonly Request[],
  userId: string,
): Promise<readonly Request[]> {
  if (!isTestAccount(userId)) return requests;
  const substituted: Request[] = [];
  for (const request of requests) substituted.push(await substituteTestPicture(request, userId));
  return substituted;
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
