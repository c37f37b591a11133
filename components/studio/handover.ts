import { aspectRatios, resolutions, styleNames } from "#lib/contract/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Entry } from "../gallery/model.ts";
import type { OrderedPicture, Settings } from "./order.ts";
import { localId, type Source, type StudioState } from "./state.ts";

/** Pictures, and perhaps settings, that another page gives the studio. */
export interface Handover {
  pictures: readonly OrderedPicture[];
  /** Absent: those of the studio stay. */
  settings?: Partial<Settings>;
}

const storageName = "studio:handover";
/** What was given and not taken is worth nothing after this: another may sit at the browser. */
const takenWithinMs = 5 * 60_000;

/** Gives the studio the sources of these results, and what they were made with. Then go to `/studio`. */
export function handOver(entries: readonly Entry[], { withSettings = true } = {}): void {
  const handover = handoverOf(entries, { withSettings });
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ ...handover, at: Date.now() }));
  } catch {
    // Full or forbidden: the studio opens as it was.
  }
}

/** What another page gave, once. */
export function takeHandover(): Handover | null {
  try {
    const text = sessionStorage.getItem(storageName);
    sessionStorage.removeItem(storageName);
    const given = text === null ? null : (JSON.parse(text) as Handover & { at: number });
    return given && Date.now() - given.at < takenWithinMs ? given : null;
  } catch {
    return null;
  }
}

/** Every source once, and the settings that the results have between them. */
export function handoverOf(entries: readonly Entry[], { withSettings }: { withSettings: boolean }): Handover {
  const pictures = new Map<string, OrderedPicture>();
  for (const { image_url: imageUrl, title, custom_id: customId, metadata } of entries) {
    if (!pictures.has(imageUrl)) {
      pictures.set(imageUrl, {
        name: title ?? customId ?? "picture",
        imageUrl,
        ...(metadata && { metadata }),
      });
    }
  }
  const settings = withSettings ? settingsOf(entries) : undefined;
  return { pictures: [...pictures.values()], ...(settings && { settings }) };
}

function settingsOf(entries: readonly Entry[]): Partial<Settings> | undefined {
  const photos = entries.filter(({ operation }) => operation === "generate");
  const cutouts = entries.length > photos.length;
  const some = <Name extends string>(names: readonly Name[], of: (photo: Entry) => string | null) =>
    names.filter((name) => photos.some((photo) => of(photo) === name));
  const chosen = {
    styles: some(styleNames, ({ style }) => style),
    aspectRatios: some(aspectRatios, ({ aspect_ratio: ratio }) => ratio),
    resolutions: some(resolutions, ({ resolution }) => resolution),
  };
  if (Object.values(chosen).some((names) => names.length === 0)) return undefined;
  return {
    ...chosen,
    cutouts,
    prompt: common(photos.map(({ prompt }) => prompt ?? "")) ?? "",
    mode: common(photos.map(({ mode }) => mode)) ?? null,
    options: common(photos.map(({ options }) => options)) ?? {},
  };
}

/** What all of them are; undefined where they differ. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined;
}

/** The studio with these pictures chosen and no others, in these settings. */
export function bringIn(state: StudioState, { pictures, settings }: Handover): Partial<StudioState> {
  const known = new Map(state.sources.map((source) => [source.imageUrl, source]));
  const brought = pictures.map((picture) => known.get(picture.imageUrl) ?? sourceOf(picture));
  const ids = new Set(brought.map(({ id }) => id));
  const isFresh = (source: Source) => !state.sources.includes(source);
  const sources = [...state.sources, ...brought.filter(isFresh)].map((source) => ({
    ...source,
    selected: ids.has(source.id),
  }));
  if (!settings) return { sources, shownId: brought[0]?.id ?? state.shownId };
  const many = (names: readonly string[] | undefined, before: boolean) => before || (names ?? []).length > 1;
  return {
    ...{ sources, shownId: brought[0]?.id ?? state.shownId },
    settings: { ...state.settings, ...settings },
    several: {
      styles: many(settings.styles, state.several.styles),
      aspectRatios: many(settings.aspectRatios, state.several.aspectRatios),
      resolutions: many(settings.resolutions, state.several.resolutions),
    },
  };
}

function sourceOf({ name, imageUrl, metadata }: OrderedPicture): Source {
  return {
    ...{ id: localId(), name, imageUrl, previewUrl: resizedUrl(imageUrl, "preview") },
    ...{ state: "ready", progress: 1, problem: null, rejected: false, size: null, selected: true },
    ...(metadata && { metadata }),
  };
}
