import { generateImage } from "ai";
import { maxInputPixels } from "../contract/images/limits.ts";
import { untilAborted } from "../platform/concurrency.ts";
import type { ModelName } from "../platform/model-providers.ts";
import { toModelCallError } from "./classify.ts";
import { failureKinds, ModelCallError } from "./failure.ts";
import { familyOf } from "./families/index.ts";
import { nativeSize } from "./native-size.ts";
import { readPictureSize } from "./picture-size.ts";
import { costMicros } from "./price.ts";
import type { ProviderAccess } from "./provider.ts";
import { imageModel } from "./provider.ts";
import type { PaintRequest } from "./request.ts";
import { nameFor, wireOptions } from "./wire-options.ts";

const maxPictureBytes = 40 * 1024 * 1024;

// Disables the SDK's warnings about unsupported options, which wireOptions avoids.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Result of one call. */
export type CallResult =
  | { bytes: Uint8Array; failure: null; costMicros: number | null }
  | { bytes: null; failure: ModelCallError; costMicros: number | null };

export interface CallOf {
  model: ModelName;
  access: ProviderAccess;
  request: PaintRequest;
  /** Aborts the call: the caller's signal or the timeout of this attempt. */
  signal: AbortSignal;
}

/** Calls a model once, without retries. Never throws for a provider's failure. */
export async function callModel({ model, access, request, signal }: CallOf): Promise<CallResult> {
  const family = familyOf(model);
  const native = nativeSize(family.sizing, request);
  const priced = { family, native, mode: request.mode };
  try {
    const work = generateImage({
      model: imageModel(nameFor(family, model, request.mode), access),
      ...wireOptions(family, native, request),
      n: 1,
      maxRetries: 0,
      abortSignal: signal,
    });
    const { image, usage, providerMetadata } = await untilAborted(work, signal);
    if (isMarkedUnsafe(providerMetadata)) throw new ModelCallError("refused", { code: "nsfw" });
    const bytes = checkPicture(() => image.uint8Array);
    return { bytes, failure: null, costMicros: costMicros(priced, usage) };
  } catch (error) {
    const failure = signal.aborted ? new ModelCallError("timed_out") : toModelCallError(error);
    const cost = failureKinds[failure.kind].mayCost ? costMicros(priced, null) : 0;
    return { bytes: null, failure, costMicros: cost };
  }
}

/** fal returns a black picture for content that its safety checker rejects. */
function isMarkedUnsafe(metadata: Record<string, unknown>): boolean {
  const { fal } = metadata;
  const images = typeof fal === "object" && fal !== null && "images" in fal ? fal.images : null;
  return Array.isArray(images) && images.some((image: unknown) => isUnsafe(image));
}

function isUnsafe(image: unknown): boolean {
  return typeof image === "object" && image !== null && "nsfw" in image && image.nsfw === true;
}

/** Throws ModelCallError for a picture that is too large, in bytes or pixels, or has no picture header. */
function checkPicture(read: () => Uint8Array): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = read();
  } catch {
    throw new ModelCallError("not_an_image", { code: "base64" });
  }
  if (bytes.byteLength > maxPictureBytes) throw new ModelCallError("too_large");
  const size = readPictureSize(bytes);
  if (!size) throw new ModelCallError("not_an_image");
  if (size.width * size.height > maxInputPixels) throw new ModelCallError("too_large", { code: "pixels" });
  return bytes;
}
