import { modesOf, type PhotoMode, photoModes } from "#lib/contract/photos/modes.ts";
import { isWhite, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { env } from "#lib/platform/env.ts";
import { invalidParam, refusal } from "#lib/platform/errors.ts";
import { because } from "#lib/platform/reasons.ts";

interface PhotoWork {
  style: Style | undefined;
  /** Null: the operator's default. */
  wantedMode: PhotoMode | null;
  /** The background is given: a color or picture of the caller, or a rendered scene. */
  hasSet: boolean;
}

/** The modes that this deployment offers. */
export function offeredModes(): readonly PhotoMode[] {
  return modesOf(configuredModels());
}

/** The mode of photos that name none: the operator's setting, or `scene` when no model can edit. */
export function defaultMode(): PhotoMode {
  const { IMAGE_MODE } = env();
  return offeredModes().includes(IMAGE_MODE) ? IMAGE_MODE : "scene";
}

/** Throws ApiError invalid_params for a mode that is not offered. */
export function requireOffered(mode: PhotoMode | undefined): void {
  const offered = offeredModes();
  if (mode === undefined || offered.includes(mode)) return;
  const names = offered.map((name) => `\`${name}\``).join(", ");
  const lacking = mode === "edit" && offered.includes("scene") ? "that repaints pictures " : "";
  throw invalidParam("mode", `no image model ${lacking}is set up here, so only ${names} is on offer`);
}

/** The mode in which a photo will be made, unless a fallback is needed. */
export function modeOf({ style, wantedMode, hasSet }: PhotoWork): PhotoMode {
  // Neither pure white nor a given background needs painting.
  if ((style && isWhite(style)) || hasSet) return "studio";
  return wantedMode ?? defaultMode();
}

/** As `modeOf`, for an order or a row. */
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

/** The mode of a paid order when it is made. Throws ApiError when the mode is no longer offered. */
export function requireMode(order: PhotoWork): PhotoMode {
  const mode = modeOf(order);
  if (offeredModes().includes(mode)) return mode;
  throw refusal(because("mode_withdrawn", { mode }));
}
