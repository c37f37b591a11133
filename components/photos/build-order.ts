import { maxCustomIdLength, maxTitleLength } from "#lib/contract/limits.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { SourcePicture } from "./model.ts";
import { isPaintable } from "./modes.ts";
import { createNames, namePictures, shorten } from "./names.ts";
import { type Output, outputsOf, type Photo, type Settings } from "./settings.ts";

export interface OrderContents {
  pictures: readonly SourcePicture[];
  /** Null for an order of cut-outs only. */
  settings: Settings | null;
  /** Options of a cut-out of each picture; null for none. By default the settings decide. */
  cutout?: object | null;
}

/** The API request of an order. It is deterministic, because a retry sends it again under the same key. */
export function toBatchRequest({ pictures, settings, cutout }: OrderContents) {
  const names = namePictures(pictures);
  const idOf = createNames(maxCustomIdLength);
  const cutoutOptions = cutout ?? (settings?.cutouts ? {} : null);
  const items = pictures.flatMap((picture, at) => {
    const name = names[at];
    const photos = settings
      ? photosOf(settings).map((photo) => ({
          custom_id: idOf([name, photo.style, outputName(photo.output), seedName(photo)]),
          operation: "generate" as const,
          request: photoRequest(picture, photo, settings),
        }))
      : [];
    if (!cutoutOptions) return photos;
    const request = { ...pictureFields(picture), ...cutoutOptions, reuse: true };
    return [...photos, { custom_id: idOf([name, "cutout"]), operation: "remove_bg" as const, request }];
  });
  return { items };
}

export function photoRequest(picture: SourcePicture, { style, output, seed }: Photo, settings: Settings) {
  const { mode, look, scene, options } = settings;
  const prompt = settings.prompt.trim();
  const { aspectRatio, resolution, size } = output;
  const hasScene = scene !== null && isPaintable(style) && !options.background;
  const request = {
    ...pictureFields(picture),
    type: "product" as const,
    style,
    resolution,
    aspect_ratio: aspectRatio,
    ...(prompt && { prompt }),
    ...(seed > 0 && { seed }),
    ...(mode && isPaintable(style) && { mode }),
    ...(hasScene && { scene }),
    ...withoutSize(options),
    // Props lie on the ground of a scene.
    props: hasScene && options.props?.length ? options.props : undefined,
    ...(picture.sizeCm && { product_size_cm: picture.sizeCm }),
    ...(size && { size }),
  };
  const usesLook = look !== null && coversLook({ mode, ...request }, look.settings);
  return { ...request, ...(usesLook && { look: look.id }), reuse: true };
}

/** The request fields that describe the source picture. */
function pictureFields({ name, imageUrl, metadata }: SourcePicture) {
  return { image_url: imageUrl, title: shorten(name, maxTitleLength), ...(metadata && { metadata }) };
}

function photosOf(settings: Settings): Photo[] {
  const { styles, seeds } = settings;
  return styles.flatMap((style) =>
    outputsOf(settings).flatMap((output) => seeds.map((seed) => ({ style, output, seed }))),
  );
}

/** Part of file names: `amazon`, `800x600`, `16x9_2k`. */
function outputName({ aspectRatio, resolution, size }: Output): string {
  if (typeof size === "string") return size.replaceAll("_", "-");
  if (size) return `${size.width}x${size.height}`;
  const shape = aspectRatio === "1:1" ? [] : [aspectRatio.replace(":", "x")];
  return [...shape, resolution.toLowerCase()].join("_");
}

function seedName({ seed }: Photo): string | null {
  return seed === 0 ? null : `take-${seed + 1}`;
}

/**
 * Whether a request sets every field of a look. Only then may it reference the look: otherwise the API would fill in
 * the fields that the seller removed.
 */
export function coversLook(request: object, lookSettings: object): boolean {
  return Object.entries(lookSettings).every(([name, value]) => {
    const given: unknown = Object.entries(request).find(([key]) => key === name)?.[1];
    if (given === undefined || given === null) return false;
    // A background and a size are replaced as a whole.
    if (name === "background" || name === "size" || !isObject(value)) return true;
    return isObject(given) && coversLook(given, value);
  });
}

export function withoutSize({ size: _, ...options }: LookOptions): LookOptions {
  return options;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
