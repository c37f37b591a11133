import { marketplaceSizeNames } from "#lib/contract/marketplaces/list.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import { aspectRatios, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import { distinctPictures, type Entry, type SourcePicture, sourceOf } from "./model.ts";
import { isPaintable } from "./modes.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** Pictures, and optionally settings, that another page passes to the studio. */
export interface Handover {
  pictures: readonly SourcePicture[];
  /** If absent, the studio keeps its settings. */
  settings?: Partial<Settings>;
}

const storageName = "studio:handover";
/** Unused handovers expire, because another person may use the browser. */
const validForMs = 5 * 60_000;

/** Stores the source pictures and settings of these results for the studio; navigate to `/studio` afterwards. */
export function handOver(entries: readonly Entry[], { withSettings = true } = {}): void {
  const handover = handoverOf(entries, { withSettings });
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ ...handover, at: Date.now() }));
  } catch {
    // Storage is full or blocked: the studio opens without the handover.
  }
}

export function consumeHandover(): Handover | null {
  try {
    const text = sessionStorage.getItem(storageName);
    sessionStorage.removeItem(storageName);
    const given = text === null ? null : (JSON.parse(text) as Handover & { at: number });
    return given && Date.now() - given.at < validForMs ? given : null;
  } catch {
    return null;
  }
}

/** All distinct source pictures, and the common settings of the results. */
export function handoverOf(entries: readonly Entry[], { withSettings }: { withSettings: boolean }): Handover {
  const pictures = distinctPictures(entries.map(sourceOf));
  const settings = withSettings ? settingsOfAll(entries) : undefined;
  return { pictures, ...(settings && { settings }) };
}

/** The union of styles, sizes and seeds; of the other settings, only values that all results share. */
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

function common<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined;
}
