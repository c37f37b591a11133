import type { ShownLookSettings } from "#lib/contract/look-schemas.ts";
import type { LookOptions } from "#lib/contract/photo-options.ts";
import type { ChosenLook, Settings } from "../../photos/settings.ts";
import { outputOf } from "./outputs.ts";

/** The settings with a look put on. What it does not say of shape and size stays as it is. */
export function putOn(settings: Settings, { id, name, settings: said }: ChosenLook): Settings {
  const { style, prompt, mode, aspect_ratio: ratio, resolution, size, ...options } = said;
  return {
    ...settings,
    look: { id, name, settings: said },
    ...(style && { styles: [style] }),
    ...{ prompt: prompt ?? "", mode: mode ?? null },
    ...(ratio && { aspectRatios: [ratio] }),
    ...(resolution && { resolutions: [resolution] }),
    ...(size !== undefined && { marketplaces: typeof size === "string" ? [size] : [] }),
    options: typeof size === "object" ? { ...options, size } : options,
  };
}

/** The settings as a look keeps them: what several were chosen of is left open. */
export function toLookSettings(settings: Settings): LookRequest {
  const { styles, mode, marketplaces, options } = settings;
  const prompt = settings.prompt.trim();
  const style = onlyOf(styles);
  return {
    ...(style && { style }),
    ...(prompt && { prompt }),
    ...(mode && { mode }),
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

/** Whether the photos would not look as the look says. Where they are shown is no part of that. */
export function isChanged(settings: Settings): boolean {
  if (!settings.look) return false;
  return lookOf(settings) !== lookOf(putOn(settings, settings.look));
}

function lookOf(settings: Settings): string {
  const { aspect_ratio: _, resolution: __, size: ___, ...said } = toLookSettings(settings);
  return inOrder(said);
}

/**
 * Whether a request says everything that a look says. Only then may it name the look: what the seller took away in the
 * studio would be filled in again.
 */
export function saysAllOf(request: object, said: object): boolean {
  return Object.entries(said).every(([name, value]) => {
    const own: unknown = Object.entries(request).find(([key]) => key === name)?.[1];
    if (own === undefined || own === null) return false;
    // A background is one thing, and a size too.
    if (name === "background" || name === "size" || !isObject(value)) return true;
    return isObject(own) && saysAllOf(own, value);
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

/** The same text for the same values, in whatever order their fields came. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
}
