import { modesOf, type PhotoMode, photoModes } from "#lib/contract/photos/modes.ts";
import { isWhite, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { configuredModels } from "#lib/models/index.ts";
import { env } from "#lib/platform/env.ts";
import { invalidParam, refusal } from "#lib/platform/errors.ts";
import { because } from "#lib/platform/reasons.ts";

interface PhotoWork {
  style: Style | undefined;
  /** Null: as the operator chose. */
  wantedMode: PhotoMode | null;
  /** A color or picture of the caller's own, or a rendered scene, is to be around the product. */
  hasSet: boolean;
}

/** The ways to make a photo that this deployment has. */
export function offeredModes(): readonly PhotoMode[] {
  return modesOf(configuredModels());
}

/** How photos are made that name no mode: as the operator chose, or as a scene where none of the models can edit. */
export function defaultMode(): PhotoMode {
  const { IMAGE_MODE } = env();
  return offeredModes().includes(IMAGE_MODE) ? IMAGE_MODE : "scene";
}

/** Throws ApiError invalid_params for a way to make a photo that is not on offer here. */
export function requireOffered(mode: PhotoMode | undefined): void {
  const offered = offeredModes();
  if (mode === undefined || offered.includes(mode)) return;
  const names = offered.map((name) => `\`${name}\``).join(", ");
  const lacking = mode === "edit" && offered.includes("scene") ? "that repaints pictures " : "";
  throw invalidParam("mode", `no image model ${lacking}is set up here, so only ${names} is on offer`);
}

/** How a photo is made that was asked for so, if all goes well. */
export function modeOf({ style, wantedMode, hasSet }: PhotoWork): PhotoMode {
  // Neither pure white nor a set that is there already needs painting.
  if ((style && isWhite(style)) || hasSet) return "studio";
  return wantedMode ?? defaultMode();
}

/** The same of an order or a row. */
export function modeOfWork({
  style,
  wantedMode,
  scene,
  options,
}: {
  style?: string | null | undefined;
  wantedMode?: string | null | undefined;
  scene?: string | null | undefined;
  options?: unknown;
}): PhotoMode {
  return modeOf({
    style: styleNames.find((name) => name === style),
    wantedMode: photoModes.find((name) => name === wantedMode) ?? null,
    hasSet: (scene ?? null) !== null || pickPhotoOptions(options).background !== undefined,
  });
}

/** The mode of an order that was paid, when it is its turn. Throws ApiError where it has gone from the offer since. */
export function requireMode(order: PhotoWork): PhotoMode {
  const mode = modeOf(order);
  if (offeredModes().includes(mode)) return mode;
  throw refusal(because("mode_withdrawn", { mode }));
}
