import type { StoreApi } from "zustand";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { ServiceProblem } from "../language/faults.ts";
import { obstacleOf } from "../language/reactions.ts";
import type { Handover } from "../photos/handover.ts";
import type { SourcePicture } from "../photos/model.ts";
import type { PhotoModes } from "../photos/modes.ts";
import { localId } from "../photos/order-request.ts";
import type { Settings } from "../photos/settings.ts";
import type { SourceProblem } from "../photos/upload-problems.ts";
import type { OptionGroup } from "./arrange/options.ts";
import type { SafeAreaName } from "./arrange/safe-areas.ts";
import type { Choice, Unsent } from "./order/request.ts";

/** A product picture that the seller brought. */
export interface Source {
  id: string;
  name: string;
  state: "waiting" | "uploading" | "ready" | "failed";
  /** 0…1 of its bytes sent. */
  progress: number;
  /** What went wrong, when it failed or waits for a connection. */
  problem: SourceProblem | null;
  /** Shows at once, before anything is sent; null where the browser cannot show the format. */
  previewUrl: string | null;
  /** On the image host, once ready. */
  imageUrl: string | null;
  /** In pixels, once ready and if the host returned it. */
  size: Size | null;
  /** The seller's own words for it, its sku among them. */
  metadata?: Readonly<Record<string, string>>;
  selected: boolean;
}

/** The drafts that the browser stores. The service stores the orders that it has accepted. */
export interface StudioState {
  settings: Settings;
  /** For which settings several values can be selected. */
  several: Readonly<Record<Choice, boolean>>;
  sources: readonly Source[];
  /** Key of the next order: another with every change of the pictures or settings, the same in a copy of the tab. */
  draftId: string;
  /** Orders on their way to the service, oldest first. */
  unsent: readonly Unsent[];
  /** What the viewer shows: a source, a piece of work, or the first piece of an order. */
  shownId: string | null;
  arrange: Arrange;
}

/** The state of the controls for layout, light and background. */
export interface Arrange {
  /** The viewer shows a preview of the photo with handles. */
  open: boolean;
  group: OptionGroup;
  /** The area that a platform leaves visible, drawn over the frame. */
  safeArea: SafeAreaName | null;
}

type Change = Partial<StudioState>;

/** Shared by the parts of the studio; `closed` is aborted when another user signs in in this tab. */
export interface StudioContents {
  store: StoreApi<StudioState>;
  modes: PhotoModes;
  closed: AbortSignal;
}

export const emptyStudio: StudioState = {
  settings: {
    styles: ["studio"],
    prompt: "",
    scene: null,
    aspectRatios: ["1:1"],
    resolutions: ["1K"],
    marketplaces: [],
    seeds: [0],
    look: null,
    mode: null,
    cutouts: false,
    options: {},
  },
  several: { styles: false, aspectRatios: false, resolutions: false },
  sources: [],
  draftId: "",
  unsent: [],
  shownId: null,
  arrange: { open: false, group: "layout", safeArea: null },
};

/** The list with one entry changed; the other entries stay the same objects. */
export function changeById<T extends { id: string }>(
  entries: readonly T[],
  id: string,
  part: Partial<T>,
): T[] {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
}

/** The picture of a source for an order; null until it is uploaded. */
export function pictureOf({ name, imageUrl, metadata }: Source): SourcePicture | null {
  return imageUrl === null ? null : { name, imageUrl, ...(metadata && { metadata }) };
}

/**
 * The sources with only these pictures selected. Known sources keep their place and take the metadata of the pictures.
 */
export function chooseOnly(sources: readonly Source[], pictures: readonly SourcePicture[]) {
  const chosen = pictures.map((picture): Source => {
    const known = sources.find(({ imageUrl }) => imageUrl === picture.imageUrl) ?? toSource(picture);
    return { ...known, ...(picture.metadata && { metadata: picture.metadata }), selected: true };
  });
  const byId = new Map(chosen.map((source) => [source.id, source]));
  const before = sources.map((source) => byId.get(source.id) ?? { ...source, selected: false });
  const fresh = chosen.filter(({ id }) => !sources.some((source) => source.id === id));
  return { sources: [...before, ...fresh], shownId: chosen[0]?.id ?? null };
}

function toSource({ name, imageUrl }: SourcePicture): Source {
  return {
    id: localId(),
    name,
    imageUrl,
    previewUrl: resizedUrl(imageUrl, "preview"),
    state: "ready",
    progress: 1,
    problem: null,
    size: null,
    selected: true,
  };
}

/** The stored part: everything except files that were not uploaded. */
export function storedState({ sources, ...state }: StudioState): StudioState {
  return { ...state, sources: sources.filter(({ imageUrl }) => imageUrl !== null) };
}

/**
 * The stored studio. Local files are lost with the page, so the host's pictures are shown; an unconfirmed order is sent
 * again under its key.
 */
export function restoreState(kept: unknown, current: StudioState): StudioState {
  if (!kept) return current;
  const { sources, ...rest } = kept as StudioState;
  return {
    ...current,
    ...rest,
    sources: sources.map((source) => ({
      ...source,
      previewUrl: source.imageUrl && resizedUrl(source.imageUrl, "preview"),
    })),
  };
}

/** Whether pictures or settings of the next order have changed; independent of upload progress. */
export function isNewDraft(state: StudioState, before: StudioState): boolean {
  if (state.settings !== before.settings) return true;
  return state.sources !== before.sources && chosenUrls(state).join() !== chosenUrls(before).join();
}

function chosenUrls({ sources }: StudioState): string[] {
  return sources.flatMap(({ selected, imageUrl }) => (selected && imageUrl !== null ? [imageUrl] : []));
}

/** Removes a source; the viewer shows another picture if it showed this one. */
export function removeSource({ sources, shownId }: StudioState, id: string): Change {
  const rest = sources.filter((source) => source.id !== id);
  return { sources: rest, shownId: shownId === id ? (rest.at(-1)?.id ?? null) : shownId };
}

/** Shows one picture with these settings on the canvas, and selects only that picture. */
export function tryAgain(state: StudioState, picture: SourcePicture, settings: Settings): Change {
  return {
    ...chooseOnly(state.sources, [picture]),
    settings: { ...state.settings, ...settings },
    several: emptyStudio.several,
    arrange: { ...state.arrange, open: false },
  };
}

/** The same with the layout controls open. */
export function arrangeAgain(state: StudioState, picture: SourcePicture, settings: Settings): Change {
  return {
    ...tryAgain(state, picture, settings),
    arrange: { ...state.arrange, open: true, group: "layout" },
  };
}

/** Selects only these pictures, with these settings. */
export function applyHandover(state: StudioState, { pictures, settings }: Handover): Change {
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

/** Switches a setting between one and several values; switching to one keeps the first. */
export function setSeveral({ settings, several }: StudioState, of: Choice, isSeveral: boolean): Change {
  const chosen = isSeveral ? settings[of] : settings[of].slice(0, 1);
  return { several: { ...several, [of]: isSeveral }, settings: { ...settings, [of]: chosen } };
}

/** One order was refused; where the reason concerns all, those behind it are not even sent. */
export function refuseOrder({ unsent }: StudioState, id: string, problem: ServiceProblem): Change {
  return {
    unsent: unsent.map((order) =>
      order.id === id || (obstacleOf(problem) !== null && order.problem === null)
        ? { ...order, problem, note: null }
        : order,
    ),
  };
}
