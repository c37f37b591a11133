import type { StoreApi } from "zustand";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { ServiceProblem } from "../language/faults.ts";
import { obstacleOf } from "../language/reactions.ts";
import type { Item } from "../orders/model.ts";
import type { Handover } from "../photos/handover.ts";
import type { SourcePicture } from "../photos/model.ts";
import type { PhotoModes } from "../photos/modes.ts";
import { localId } from "../photos/order-request.ts";
import { defaultOptions, type Settings } from "../photos/settings.ts";
import type { SourceProblem } from "../photos/upload-problems.ts";
import type { OptionGroup } from "./arrange/options.ts";
import type { SafeAreaName } from "./arrange/safe-areas.ts";
import type { Choice, Unsent } from "./order/request.ts";

export interface Source {
  id: string;
  name: string;
  state: "waiting" | "uploading" | "ready" | "failed";
  /** Share of its bytes sent, 0…1. */
  progress: number;
  /** Why it failed, or why it waits for a connection. */
  problem: SourceProblem | null;
  /** A local preview, shown before the upload; null if the browser cannot display the format. */
  previewUrl: string | null;
  /** The URL on the image host, once uploaded. */
  imageUrl: string | null;
  /** In pixels; null until uploaded, or if the host did not return it. */
  size: Size | null;
  /** The seller's own fields, including the SKU. */
  metadata?: Readonly<Record<string, string>>;
  /** The product's real size, if the seller gave it. */
  sizeCm?: SourcePicture["sizeCm"];
  selected: boolean;
  /** Whether it was ordered since it was selected: then new pictures are not ordered along with it. */
  ordered?: boolean;
}

/** The drafts, stored by the browser. Accepted orders are stored by the service. */
export interface StudioState {
  settings: Settings;
  /** The settings for which several values can be selected. */
  several: Readonly<Record<Choice, boolean>>;
  sources: readonly Source[];
  /**
   * Idempotency key of the next order, renewed with each change of pictures or settings; copies of the tab share it.
   */
  draftId: string;
  /** Orders that the service has not accepted yet, oldest first. */
  unsent: readonly Unsent[];
  /** Id of a source, of a piece of work, or of an order, which shows its first item. */
  shownId: string | null;
  /** Finished work that was made before, shown while `shownId` names it. */
  recalled: Item | null;
  arrange: Arrange;
}

export interface Arrange {
  /** Whether the viewer shows a preview of the photo with handles. */
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
    options: defaultOptions,
  },
  several: { styles: false, aspectRatios: false, resolutions: false },
  sources: [],
  draftId: "",
  unsent: [],
  shownId: null,
  recalled: null,
  arrange: { open: false, group: "layout", safeArea: null },
};

/** Replaces one entry of the list; the other entries stay the same objects. */
export function changeById<T extends { id: string }>(
  entries: readonly T[],
  id: string,
  part: Partial<T>,
): T[] {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
}

/** The sources after these were ordered. */
export function markOrdered(sources: readonly Source[]): Source[] {
  return sources.map((source) =>
    source.selected && source.imageUrl !== null ? { ...source, ordered: true } : source,
  );
}

/** The sources with a new one; those already ordered are no longer selected. */
export function withNew(sources: readonly Source[], source: Source): Source[] {
  const before = sources.map(({ ordered, ...one }) => (ordered ? { ...one, selected: false } : one));
  return [...before, source];
}

/** The source as part of an order; null until it is uploaded. */
export function pictureOf({ name, imageUrl, metadata, sizeCm }: Source): SourcePicture | null {
  if (imageUrl === null) return null;
  return { name, imageUrl, ...(metadata && { metadata }), ...(sizeCm && { sizeCm }) };
}

/**
 * The sources with only these pictures selected. Known sources keep their place and take the metadata of the
 * pictures.
 */
export function chooseOnly(sources: readonly Source[], pictures: readonly SourcePicture[]) {
  const chosen = pictures.map((picture): Source => {
    const known = sources.find(({ imageUrl }) => imageUrl === picture.imageUrl) ?? toSource(picture);
    const { metadata, sizeCm } = picture;
    return { ...known, ...(metadata && { metadata }), ...(sizeCm && { sizeCm }), selected: true };
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

/** The part of the state that the browser stores: everything except files that were not uploaded. */
export function storedState({ sources, ...state }: StudioState): StudioState {
  return { ...state, sources: sources.filter(({ imageUrl }) => imageUrl !== null) };
}

/**
 * Restores the stored state. Local files are lost on reload, so the host's pictures are shown. Unconfirmed orders are
 * sent again under their idempotency keys.
 */
export function restoreState(stored: unknown, current: StudioState): StudioState {
  if (!stored) return current;
  const { sources, ...rest } = stored as StudioState;
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
  return state.sources !== before.sources && chosenPictures(state) !== chosenPictures(before);
}

function chosenPictures({ sources }: StudioState): string {
  const chosen = sources.filter(({ selected, imageUrl }) => selected && imageUrl !== null);
  return JSON.stringify(chosen.map(({ imageUrl, sizeCm }) => [imageUrl, sizeCm]));
}

/** Whether the seller changed what the next photo looks like, or of which pictures it is; independent of uploads. */
export function isOtherPhoto(state: StudioState, before: StudioState): boolean {
  if (state.shownId !== before.shownId) return false;
  const look = ({ settings: { look: _, ...rest } }: StudioState) => JSON.stringify(rest);
  if (state.settings !== before.settings && look(state) !== look(before)) return true;
  if (state.sources === before.sources) return false;
  const selected = new Map(before.sources.map((source) => [source.id, source.selected]));
  return state.sources.some((source) => selected.get(source.id) === !source.selected);
}

/** Goes from a photo in the viewer to the picture of the next order, whose preview shows its settings. */
export function showDraft({ sources, shownId }: StudioState): Change {
  const isShown = sources.some(({ id }) => id === shownId);
  return isShown ? {} : { shownId: sources.findLast(({ selected }) => selected)?.id ?? shownId };
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

/** Like tryAgain, with the layout controls open. */
export function arrangeAgain(state: StudioState, picture: SourcePicture, settings: Settings): Change {
  return {
    ...tryAgain(state, picture, settings),
    arrange: { ...state.arrange, open: true, group: "layout" },
  };
}

/** Selects the handed-over pictures and applies the handed-over settings. */
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

/**
 * Marks an order as refused. If the reason blocks all orders, the ones queued behind it are refused without being
 * sent.
 */
export function refuseOrder({ unsent }: StudioState, id: string, problem: ServiceProblem): Change {
  return {
    unsent: unsent.map((order) =>
      order.id === id || (obstacleOf(problem) !== null && order.problem === null)
        ? { ...order, problem, note: null }
        : order,
    ),
  };
}
