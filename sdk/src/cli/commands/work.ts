import path from "node:path";
import type { PhotoService } from "../../client.ts";
import { ConnectionError } from "../../errors.ts";
import type { Generation } from "../../generated/types.ts";
import { readNumber } from "../arguments.ts";
import { exitStatus } from "../exit.ts";
import { download, endingOf, isFolder } from "../files.ts";
import type { Invocation } from "../invocation.ts";
import { labelOf, readCutoutRequest, readPhotoRequest, type Wanted } from "../request.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

const isAddress = (image: string) => /^https?:\/\//.test(image);

/** `photos generate` and `photos cutout`: process the pictures one after the other. */
export async function makeEach(invocation: Invocation): Promise<number> {
  const { command, words: images, given, output } = invocation;
  if (images.length === 0) {
    throw new UsageError("The picture is missing.", {
      fix: "Pass a file or URL: photos generate mug.jpg",
    });
  }
  const key = given["idempotency-key"];
  if (key !== undefined && images.length > 1) {
    throw new UsageError("--idempotency-key allows only one picture.");
  }
  const wanted = command === "cutout" ? readCutoutRequest(given) : readPhotoRequest(given);
  const maxCredits = readNumber("max-credits", given);
  const client = await openClient(given);
  let failed = 0;
  const making = { client, wanted, maxCredits, key, invocation };
  for (const image of images) {
    const done = await makeOne(image, making);
    if (done.status !== "succeeded") {
      failed += 1;
      output.result(
        {
          event: "failed",
          image,
          id: done.id,
          error: { code: done.error_code, message: done.error_message, fix: done.error_fix },
        },
        `${image}: ${done.error_message ?? done.status}${done.error_fix ? ` ${done.error_fix}` : ""}`,
      );
      continue;
    }
    const url = done.result_url ?? "";
    const file = given.out === undefined ? null : await save(image, { done, url, out: given.out }, making);
    output.result(
      { event: "made", image, id: done.id, result_url: url, file, credits_used: done.credits_used },
      file ?? url,
    );
  }
  return failed > 0 ? exitStatus.notMade : exitStatus.done;
}

interface Making {
  client: PhotoService;
  wanted: Wanted;
  maxCredits: number | undefined;
  /** By default, each picture has a new one. */
  key: string | undefined;
  invocation: Invocation;
}

async function makeOne(
  image: string,
  { client, wanted, maxCredits, key = crypto.randomUUID(), invocation: { output, signal } }: Making,
): Promise<Generation> {
  const imageUrl = isAddress(image) ? image : (await client.uploads.create(image, { signal })).image_url;
  const common = { image_url: imageUrl, max_credits: maxCredits };
  try {
    const options = { idempotencyKey: key, signal };
    const ordered =
      wanted.operation === "generate"
        ? await client.photos.order({ ...wanted.options, ...common }, options)
        : await client.photos.orderCutout({ ...wanted.options, ...common }, options);
    let shown = "";
    return await client.generations.waitFor(ordered.id, {
      signal,
      intervalMs: 2_000,
      onProgress: ({ status, position, stage }) => {
        const state = stage ?? (position === null ? status : `${status}, number ${position}`);
        if (state !== shown) output.note(`${path.basename(image)}: ${state}`);
        shown = state;
      },
    });
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const fix = isAddress(image)
      ? `It may have been ordered: run the command again with --idempotency-key ${key}, which is not charged twice.`
      : `It may have been ordered: check the photos of your account, or run the command for ${imageUrl} with --idempotency-key ${key}, which is not charged twice.`;
    throw new ConnectionError(error.message, { fix, cause: error });
  }
}

async function save(
  image: string,
  { done, url, out }: { done: Generation; url: string; out: string },
  { wanted, invocation: { words, signal } }: Making,
): Promise<string> {
  const isDirectory = words.length > 1 || /[\\/]$/.test(out) || (await isFolder(out));
  const name = path.parse(isAddress(image) ? new URL(image).pathname : image).name || "picture";
  const file = isDirectory
    ? path.join(out, `${name}.${labelOf(wanted)}.${endingOf(done.content_type, url)}`)
    : out;
  await download(url, file, signal);
  return file;
}
