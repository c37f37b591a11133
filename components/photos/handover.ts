import { marketplaceSizeNames } from "#lib/contract/marketplaces.ts";
import type { LookOptions } from "#lib/contract/photo-options.ts";
import { aspectRatios, resolutions, styleNames } from "#lib/contract/styles.ts";
import { distinctPictures } from "../cutouts/model.ts";
import type { Entry } from "../gallery/model.ts";
import type { OrderedPicture, Settings } from "../studio/order/request.ts";
import { chooseOnly, type StudioState } from "../studio/state.ts";
import { settingsOf, sourceOf } from "./made-photo.ts";
import { isPaintable } from "./modes.ts";

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
  const pictures = distinctPictures(entries.map(sourceOf));
  const settings = withSettings ? settingsOfAll(entries) : undefined;
  return { pictures, ...(settings && { settings }) };
}

/** One of each style in each size and take that they have; of the rest, what is the same in all of them. */
function settingsOfAll(entries: readonly Entry[]): Settings | undefined {
  const photos = entries.flatMap((entry) => settingsOf(entry) ?? []);
  if (photos.length === 0) return undefined;
  const some = <Name extends string>(names: readonly Name[], of: (photo: Settings) => readonly Name[]) =>
    names.filter((name) => photos.some((photo) => of(photo).includes(name)));
  const painted = photos.filter(({ styles }) => styles.some(isPaintable));
  return {
    styles: some(styleNames, ({ styles }) => styles),
    aspectRatios: some(aspectRatios, (photo) => photo.aspectRatios),
    resolutions: some(resolutions, (photo) => photo.resolutions),
    marketplaces: some(marketplaceSizeNames, ({ marketplaces }) => marketplaces),
    seeds: [...new Set(photos.flatMap(({ seeds }) => seeds))].toSorted((a, b) => a - b),
    cutouts: entries.some(({ operation }) => operation === "remove_bg"),
    prompt: common(photos.map(({ prompt }) => prompt)) ?? "",
    mode: common(painted.map(({ mode }) => mode)) ?? null,
    look: null,
    options: commonOptions(photos.map(({ options }) => options)),
  };
}

/** Layout, light and the rest, each where all have the same. */
function commonOptions(all: readonly LookOptions[]): LookOptions {
  const told = all.map((options) => new Set(Object.entries(options).map((entry) => JSON.stringify(entry))));
  const [first = {}] = all;
  return Object.fromEntries(
    Object.entries(first).filter((entry) => told.every((entries) => entries.has(JSON.stringify(entry)))),
  );
}

/** What all of them are; undefined where they differ. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined;
}

/** The studio with these pictures chosen and no others, in these settings. */
export function bringIn(state: StudioState, { pictures, settings }: Handover): Partial<StudioState> {
  const { sources, shownId } = chooseOnly(state.sources, pictures);
  const shown = { sources, shownId: shownId ?? state.shownId };
  if (!settings) return shown;
  const many = (names: readonly string[] | undefined, before: boolean) => before || (names ?? []).length > 1;
  return {
    ...shown,
    settings: { ...state.settings, ...settings },
    several: {
      styles: many(settings.styles, state.several.styles),
      aspectRatios: many(settings.aspectRatios, state.several.aspectRatios),
      resolutions: many(settings.resolutions, state.several.resolutions),
    },
  };
}
