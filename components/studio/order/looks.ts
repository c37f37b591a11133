import type { ShownLookSettings } from "#lib/contract/looks/schemas.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import { withoutSize } from "../../photos/build-order.ts";
import { type ChosenLook, defaultOptions, outputOf, type Settings } from "../../photos/settings.ts";

/** Applies a look to the settings. Aspect ratio and resolution stay unless the look sets them; the rest is as at first. */
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
    options: { ...defaultOptions, ...options, ...(typeof size === "object" && { size }) },
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

function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** JSON with sorted keys, for comparison. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
}
