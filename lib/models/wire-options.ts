import type { ModelName } from "../platform/model-providers.ts";
import type { ModelFamily } from "./families/family.ts";
import type { NativeSize } from "./native-size.ts";
import type { PaintRequest } from "./request.ts";

type Fields = Record<string, string | number | boolean | string[] | Record<string, string>>;

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
    case "openai":
      return { prompt, ...size, ...seed, providerOptions: { openai: own } };
    case "openai-compatible":
      return { prompt, ...size, ...seed, providerOptions: { openaiCompatible: own } };
    case "fal": {
      // Models with ratios expect them by name, not as the sizes that the SDK would convert them to.
      const fields = {
        ...own,
        ...(native.aspectRatio && { aspect_ratio: native.aspectRatio }),
        ...resolutionField(family, native),
        ...(family.pictureField?.isList && image ? { useMultipleImages: true } : {}),
      };
      return { prompt, ...size, ...seed, providerOptions: { fal: fields } };
    }
    case "replicate": {
      const fields = {
        ...own,
        ...(native.size && { aspect_ratio: "custom", width: native.width, height: native.height }),
        ...resolutionField(family, native),
        ...pictureFields(family, image),
      };
      return { prompt: text, ...ratio, ...seed, providerOptions: { replicate: fields } };
    }
    case "black-forest-labs": {
      const fields = native.size ? { ...own, width: native.width, height: native.height } : own;
      return { prompt, ...ratio, ...seed, providerOptions: { blackForestLabs: fields } };
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

function resolutionField({ sizing }: ModelFamily, { resolution }: NativeSize): Fields {
  if (resolution === null || sizing.by !== "ratio") return {};
  return { [sizing.resolutionField ?? "resolution"]: resolution };
}

/** Replicate's models have different fields for the picture, which is sent as a data URL. */
function pictureFields({ pictureField }: ModelFamily, image: PaintRequest["image"]): Fields {
  if (!image || !pictureField) return {};
  const dataUrl = `data:${image.mediaType};base64,${Buffer.from(image.bytes).toString("base64")}`;
  return { [pictureField.name]: pictureField.isList ? [dataUrl] : dataUrl };
}
