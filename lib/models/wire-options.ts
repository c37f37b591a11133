import type { ModelName } from "../platform/model-providers.ts";
import type { ModelFamily } from "./families/family.ts";
import type { NativeSize } from "./native-size.ts";
import type { PaintRequest } from "./request.ts";

type Fields = Record<string, string | boolean | Record<string, string>>;

/** Arguments for the AI SDK: size and ratio in the provider's form, and provider options. */
export interface WireOptions {
  prompt: string | { text: string; images: Uint8Array[] };
  size?: `${number}x${number}`;
  aspectRatio?: `${number}:${number}`;
  seed?: number;
  providerOptions: Record<string, Fields>;
}

type Asked = Pick<PaintRequest, "mode" | "text" | "image" | "seed">;

/** Converts the request to the form of this family. */
export function wireOptions(family: ModelFamily, native: NativeSize, asked: Asked): WireOptions {
  const { text, image } = asked;
  const own: Fields = { ...family.options?.[asked.mode] };
  const seed = family.takesSeed && asked.seed !== undefined ? { seed: asked.seed } : {};
  const prompt = image ? { text, images: [image.bytes] } : text;
  const ratio = { ...(native.aspectRatio && { aspectRatio: native.aspectRatio }) };
  const size = native.size === null ? {} : { size: native.size };
  switch (family.provider) {
    case "google": {
      // Ratio and size are set together in imageConfig: some versions lost a ratio given elsewhere when a size was
      // set.
      const imageConfig: Record<string, string> = {
        ...ratio,
        ...(native.resolution && { imageSize: native.resolution }),
      };
      return { prompt, ...ratio, ...seed, providerOptions: { google: { ...own, imageConfig } } };
    }
    case "openai-compatible":
      return { prompt, ...size, ...seed, providerOptions: { openaiCompatible: own } };
    case "fal": {
      // Models with ratios expect them by name, not as the sizes that the SDK would convert them to.
      const fields = {
        ...own,
        ...(native.aspectRatio && { aspect_ratio: native.aspectRatio }),
        ...(native.resolution && { resolution: native.resolution }),
        ...(family.takesList && image ? { useMultipleImages: true } : {}),
      };
      return { prompt, ...size, ...seed, providerOptions: { fal: fields } };
    }
  }
}

/** The model's name at the provider for this mode: some providers have a separate model for editing. */
export function nameFor(
  family: ModelFamily,
  { provider, name }: ModelName,
  mode: "scene" | "edit",
): ModelName {
  return { provider, name: family.names?.[mode](name) ?? name };
}
