import { modesOf, type PhotoMode, photoModes } from "#lib/contract/photos/modes.ts";
import { isWhite, styleNames } from "#lib/contract/photos/styles.ts";
import type { WorkFields } from "#lib/credits/order.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { env } from "#lib/platform/env.ts";
import { invalidParam, refusal } from "#lib/platform/errors.ts";
import { because } from "#lib/platform/reasons.ts";

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
export function modeOf({ style: name, wantedMode, scene = null, options }: Partial<WorkFields>): PhotoMode {
  const style = styleNames.find((one) => one === name);
  // Neither pure white nor a given background needs painting.
  if ((style && isWhite(style)) || scene !== null) return "studio";
  if (pickPhotoOptions(options).background !== undefined) return "studio";
  return photoModes.find((mode) => mode === wantedMode) ?? defaultMode();
}

/** The mode of a paid order when it is made. Throws ApiError when the mode is no longer offered. */
export function requireMode(work: Partial<WorkFields>): PhotoMode {
  const mode = modeOf(work);
  if (offeredModes().includes(mode)) return mode;
  throw refusal(because("mode_withdrawn", { mode }));
}
