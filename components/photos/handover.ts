import { marketplaceSizeNames } from "#lib/contract/marketplaces/list.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import { aspectRatios, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import { distinctPictures, type Entry, type SourcePicture, sourceOf } from "./model.ts";
import { isPaintable } from "./modes.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** Pictures, and perhaps settings, that another page gives the studio. */
export interface Handover {
  pictures: readonly SourcePicture[];
  /** Absent: the studio keeps its own. */
  settings?: Partial<Settings>;
}

const storageName = "studio:handover";
/** A handover that is not taken expires: another person may use the browser. */
const takenWithinMs = 5 * 60_000;

/** Hands the source pictures and settings of these results to the studio. Then go to `/studio`. */
export function handOver(entries: readonly Entry[], { withSettings = true } = {}): void {
  const handover = handoverOf(entries, { withSettings });
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ ...handover, at: Date.now() }));
  } catch {
    // Full or forbidden: the studio opens as it was.
  }
}

/** Takes the handover, once. */
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

/** Every source picture once, and the settings that the results have in common. */
export function handoverOf(entries: readonly Entry[], { withSettings }: { withSettings: boolean }): Handover {
  const pictures = distinctPictures(entries.map(sourceOf));
  const settings = withSettings ? settingsOfAll(entries) : undefined;
  return { pictures, ...(settings && { settings }) };
}

/** All their styles, sizes and takes; of the other settings those that are the same in all of them. */
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
    scene: common(photos.map(({ scene }) => scene)) ?? null,
    mode: common(painted.map(({ mode }) => mode)) ?? null,
    look: null,
    options: commonOptions(photos.map(({ options }) => options)),
  };
}

/** Layout, light and other options that are the same in all. */
function commonOptions(all: readonly LookOptions[]): LookOptions {
  const allEntries = all.map(
    (options) => new Set(Object.entries(options).map((entry) => JSON.stringify(entry))),
  );
  const [first = {}] = all;
  return Object.fromEntries(
    Object.entries(first).filter((entry) =>
      allEntries.every((entries) => entries.has(JSON.stringify(entry))),
    ),
  );
}

/** The common value; undefined when they differ. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined;
}
