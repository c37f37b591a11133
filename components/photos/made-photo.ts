import type { LookOptions } from "#lib/contract/photo-options.ts";
import { photoSize } from "#lib/contract/sizes.ts";
import { aspectRatios, resolutions, styleNames } from "#lib/contract/styles.ts";
import { fileEndingOf } from "#lib/generations/file-name.ts";
import { formatNames } from "#lib/images/formats.ts";
import { nameOf } from "../gallery/model.ts";
import type { Translate } from "../language/translate.ts";
import type { Item } from "../orders/model.ts";
import type { OrderedPicture } from "../studio/order/request.ts";
import { isPaintable } from "./modes.ts";
import type { Settings } from "./settings.ts";

/** The settings that a photo was made with; null for a cut-out, and for what is not on offer any more. */
export function settingsOf(item: Item): Settings | null {
  const { style, prompt, aspect_ratio, resolution, mode, options, seed } = item;
  const known = {
    style: styleNames.find((name) => name === style),
    ratio: aspectRatios.find((name) => name === aspect_ratio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.ratio || !known.resolution) return null;
  const { size, look: _look, ...rest } = readOptions(options);
  // Plain white is the studio's whatever was asked for: that says nothing of photos in other styles.
  const wantedMode = isPaintable(known.style) ? mode : null;
  return {
    ...{ styles: [known.style], aspectRatios: [known.ratio], resolutions: [known.resolution] },
    ...{ prompt: prompt ?? "", mode: wantedMode, cutouts: false, look: null, seeds: [seed ?? 0] },
    marketplaces: typeof size === "string" ? [size] : [],
    options: typeof size === "object" ? { ...rest, size } : rest,
  };
}

/** The options of a photo, as the API took them. */
function readOptions(options: Item["options"]): LookOptions & { look?: string } {
  return options;
}

/** Pixels of a result, also of one that is not made yet; null where nobody knows them before. */
export function sizeOf(item: Item): { width: number; height: number } | null {
  if (item.width !== null && item.height !== null) return { width: item.width, height: item.height };
  const { aspectRatios: [aspectRatio] = [], resolutions: [resolution] = [] } = settingsOf(item) ?? {};
  if (!aspectRatio || !resolution) return null;
  const { size } = readOptions(item.options);
  return photoSize({ aspectRatio, resolution, size: size ?? undefined });
}

/** The picture that it was made from, with the seller's words for it. */
export function sourceOf(item: Item): OrderedPicture {
  const { title, image_url: imageUrl, metadata } = item;
  return { name: title ?? nameOf(item) ?? "picture", imageUrl, ...(metadata && { metadata }) };
}

/** `transparent PNG`, `JPEG`: the file of a cut-out; null of a photo. */
export function describeCutout(item: Item, t: Translate): string | null {
  const { operation, content_type: contentType, result_url: resultUrl, options } = item;
  if (operation !== "remove_bg") return null;
  const format = formatNames[fileEndingOf({ operation, contentType, resultUrl })];
  const isOpaque = "background" in options || options.output === "mask";
  return isOpaque ? format : t("transparent {format}", { format });
}
