import type { ShownLookSettings } from "#lib/contract/looks/schemas.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { ChosenLook, Settings } from "../../photos/settings.ts";
import { outputOf } from "./outputs.ts";

/** Applies a look to the settings. Aspect ratio and resolution stay unless the look sets them. */
export function applyLook(settings: Settings, { id, name, settings: lookSettings }: ChosenLook): Settings {
  const { style, prompt, mode, scene, aspect_ratio: ratio, resolution, size, ...options } = lookSettings;
  return {
    ...settings,
    look: { id, name, settings: lookSettings },
    ...(style && { styles: [style] }),
    prompt: prompt ?? "",
    mode: mode ?? null,
    scene: scene ?? null,
    ...(ratio && { aspectRatios: [ratio] }),
    ...(resolution && { resolutions: [resolution] }),
    ...(size !== undefined && { marketplaces: typeof size === "string" ? [size] : [] }),
    options: typeof size === "object" ? { ...options, size } : options,
  };
}

/** The settings in the form of a look, without settings that have several values. */
export function toLookSettings(settings: Settings): LookRequest {
  const { styles, mode, scene, marketplaces, options } = settings;
  const prompt = settings.prompt.trim();
  const style = onlyOf(styles);
  return {
    ...(style && { style }),
    ...(prompt && { prompt }),
    ...(mode && { mode }),
    ...(scene && !options.background && { scene }),
    ...pixelsOf(settings),
    ...withoutSize(options),
    ...(marketplaces.length === 0 && options.size && { size: options.size }),
  };
}

type LookRequest = Omit<ShownLookSettings, keyof LookOptions> & LookOptions;

function pixelsOf({ aspectRatios, resolutions, marketplaces }: Settings): LookRequest {
  const [marketplace] = marketplaces;
  if (marketplace) {
    if (marketplaces.length > 1) return {};
    const { aspectRatio, resolution } = outputOf(marketplace);
    return { aspect_ratio: aspectRatio, resolution, size: marketplace };
  }
  const [ratio, resolution] = [onlyOf(aspectRatios), onlyOf(resolutions)];
  return { ...(ratio && { aspect_ratio: ratio }), ...(resolution && { resolution }) };
}

/** Whether the settings differ from their look, apart from aspect ratio and resolution. */
export function isChanged(settings: Settings): boolean {
  if (!settings.look) return false;
  return lookOf(settings) !== lookOf(applyLook(settings, settings.look));
}

function lookOf(settings: Settings): string {
  const { aspect_ratio: _, resolution: __, size: ___, ...rest } = toLookSettings(settings);
  return inOrder(rest);
}

/**
 * Whether a request sets every field of a look. Only then may it reference the look: otherwise the API would fill in
 * the fields that the seller removed.
 */
export function coversLook(request: object, lookSettings: object): boolean {
  return Object.entries(lookSettings).every(([name, value]) => {
    const own: unknown = Object.entries(request).find(([key]) => key === name)?.[1];
    if (own === undefined || own === null) return false;
    // A background and a size are replaced as a whole.
    if (name === "background" || name === "size" || !isObject(value)) return true;
    return isObject(own) && coversLook(own, value);
  });
}

export function withoutSize({ size: _, ...options }: LookOptions): LookOptions {
  return options;
}

function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** JSON with sorted keys, for comparison. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
}
