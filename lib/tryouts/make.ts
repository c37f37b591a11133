import path from "node:path";
import type { Style } from "#lib/contract/photos/styles.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { readSentPicture, type Source } from "#lib/images/source.ts";
import { renderMarkedPhoto } from "#lib/imaging/index.ts";
import { ApiError, invalidParam, refusal } from "#lib/platform/errors.ts";
import { because, problemOf } from "#lib/platform/reasons.ts";
import { listSamples } from "#lib/samples/index.ts";
import { isScene, noSuchScene } from "#lib/scenes/choice.ts";
import { claimTryout, dropTryout, spoilTryout, visitorOf } from "#lib/tryouts/claim.ts";

/** Time limit of a free photo. */
const timeoutMs = 30_000;
const size = { aspectRatio: "4:3", resolution: "1K", width: 1024, height: 768 } as const;

interface WantedTryout {
  style: Style;
  /** Id of a rendered scene; null: the style's own scene. */
  scene: string | null;
  /** The name of a bundled picture, or the bytes of the visitor's own. */
  picture: string | Uint8Array;
}

/**
 * One watermarked photo for a visitor without an account: a JPEG of 1024 × 768, made only while no paid work waits.
 * Neither it nor its source is stored. Throws ApiError invalid_params, rate_limited, overloaded, generation_failed.
 */
export async function makeTryout(
  { style, scene, picture }: WantedTryout,
  { clientAddress }: { clientAddress: string },
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  if (scene !== null && !isScene(scene)) throw invalidParam("scene", noSuchScene);
  const visitor = visitorOf(clientAddress);
  const sample = typeof picture === "string" ? await requireSample(picture) : null;
  const claim = await claimTryout(visitor);
  const signal = AbortSignal.timeout(timeoutMs);
  const deadlineAtMs = Date.now() + timeoutMs;
  let source: Source | null = null;
  let isBegun = false;
  const onBegin = () => {
    isBegun = true;
  };
  try {
    const by = {
      caller: `visitor ${visitor.addressHash}`,
      signal,
      deadlineAtMs,
      onBegin,
    };
    source = typeof picture === "string" ? null : await readSentPicture(picture, { ...by, whenIdle: true });
    const image = source?.image ?? sample ?? "";
    const photo = { image, style, prompt: null, libraryScene: scene ?? undefined, ...size };
    const { bytes } = await renderMarkedPhoto(photo, by);
    return { bytes, width: size.width, height: size.height };
  } catch (error) {
    const refusal = toPublicError(error, { isLate: signal.aborted || deadlineAtMs - Date.now() < 100 });
    // A failure that took worker time counts, otherwise a picture that always fails could be sent without limit.
    await (isBegun || refusal.code === "invalid_params" ? spoilTryout(claim) : dropTryout(claim));
    throw refusal;
  } finally {
    await source?.dispose();
  }
}

async function requireSample(name: string): Promise<string> {
  const sample = (await listSamples()).find((known) => known.name === name);
  if (!sample) throw invalidParam("sample", "is none of the bundled pictures");
  return path.join(process.cwd(), "public", "samples", sample.file);
}

/** The public form of a failure. */
function toPublicError(error: unknown, { isLate }: { isLate: boolean }): ApiError {
  if (error instanceof ApiError) return error;
  if (isLate) {
    return new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds: 10 });
  }
  if (error instanceof NothingFoundError || error instanceof UnreadableImageError) {
    return invalidParam("file", problemOf(error), error);
  }
  return refusal(because("tryout_failed"), { cause: error });
}
