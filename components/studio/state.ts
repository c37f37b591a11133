import type { StoreApi } from "zustand";
import { resizedUrl } from "#lib/images/variants.ts";
import type { ServiceProblem } from "../language/faults.ts";
import type { Ways } from "../photos/modes.ts";
import type { SourceProblem } from "../photos/upload-problems.ts";
import type { OptionGroup } from "./arrange/options.ts";
import type { SafeAreaName } from "./arrange/safe-areas.ts";
import type { Choice, OrderedPicture, Settings, Unsent } from "./order/request.ts";

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
  /** In pixels, once ready and where the host has told. */
  size: { width: number; height: number } | null;
  /** The seller's own words for it, its sku among them. */
  metadata?: Readonly<Record<string, string>>;
  selected: boolean;
}

/** What the browser keeps of the studio: drafts. Orders are the service's as soon as it has taken them. */
export interface StudioState {
  settings: Settings;
  /** Of what several may be chosen at a time. */
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

/** How the pictures' layout, light and background are being changed. */
export interface Arrange {
  /** A picture that is shown is shown as its photo would be, with handles. */
  open: boolean;
  group: OptionGroup;
  /** What a platform leaves to see, drawn over the frame. */
  safeArea: SafeAreaName | null;
}

type Change = Partial<StudioState>;

/** What the parts of the studio share; `closed` is aborted when another user takes the tab over. */
export interface StudioContents {
  store: StoreApi<StudioState>;
  ways: Ways;
  closed: AbortSignal;
}

export const emptyStudio: StudioState = {
  settings: {
    ...{ styles: ["studio"], prompt: "", aspectRatios: ["1:1"], resolutions: ["1K"] },
    ...{ marketplaces: [], seeds: [0], look: null, mode: null, cutouts: false, options: {} },
  },
  several: { styles: false, aspectRatios: false, resolutions: false },
  sources: [],
  draftId: "",
  unsent: [],
  shownId: null,
  arrange: { open: false, group: "layout", safeArea: null },
};

/** An id for things of this page alone; works on plain http addresses too. */
export function localId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** The list with one entry changed; the other entries stay the same objects. */
export function changeById<T extends { id: string }>(
  entries: readonly T[],
  id: string,
  part: Partial<T>,
): T[] {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
}

/** The picture of a source as an order takes it; null until it has arrived. */
export function pictureOf({ name, imageUrl, metadata }: Source): OrderedPicture | null {
  return imageUrl === null ? null : { name, imageUrl, ...(metadata && { metadata }) };
}

/**
 * The sources with these pictures chosen and no others; those that are known already stay where they are, and take the
 * seller's words from the pictures.
 */
export function chooseOnly(sources: readonly Source[], pictures: readonly OrderedPicture[]) {
  const chosen = pictures.map((picture): Source => {
    const known = sources.find(({ imageUrl }) => imageUrl === picture.imageUrl) ?? toSource(picture);
    return { ...known, ...(picture.metadata && { metadata: picture.metadata }), selected: true };
  });
  const byId = new Map(chosen.map((source) => [source.id, source]));
  const before = sources.map((source) => byId.get(source.id) ?? { ...source, selected: false });
  const fresh = chosen.filter(({ id }) => !sources.some((source) => source.id === id));
  return { sources: [...before, ...fresh], shownId: chosen[0]?.id ?? null };
}

function toSource({ name, imageUrl }: OrderedPicture): Source {
  return {
    ...{ id: localId(), name, imageUrl, previewUrl: resizedUrl(imageUrl, "preview") },
    ...{ state: "ready", progress: 1, problem: null, size: null, selected: true },
  };
}

/** What survives leaving the page and coming back: everything but files that never arrived. */
export function keptState({ sources, ...state }: StudioState): StudioState {
  return { ...state, sources: sources.filter(({ imageUrl }) => imageUrl !== null) };
}

/**
 * The studio as it was kept. Files are gone with the page that held them, so the host's pictures are shown; an order
 * that was on its way is sent again under its key.
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

/** Whether the next order would be of other pictures or settings than before. An upload's progress changes neither. */
export function isAnotherDraft(state: StudioState, before: StudioState): boolean {
  if (state.settings !== before.settings) return true;
  return state.sources !== before.sources && chosenUrls(state).join() !== chosenUrls(before).join();
}

function chosenUrls({ sources }: StudioState): string[] {
  return sources.flatMap(({ selected, imageUrl }) => (selected && imageUrl !== null ? [imageUrl] : []));
}

/** Without this source; the viewer goes on to another picture when it showed this one. */
export function removeSource({ sources, shownId }: StudioState, id: string): Change {
  const rest = sources.filter((source) => source.id !== id);
  return { sources: rest, shownId: shownId === id ? (rest.at(-1)?.id ?? null) : shownId };
}

/** Ready to change how one picture's photos are made, beginning with these settings; no other picture is ordered. */
export function arrangeAgain(state: StudioState, picture: OrderedPicture, settings: Settings): Change {
  return {
    ...chooseOnly(state.sources, [picture]),
    settings: { ...state.settings, ...settings },
    several: emptyStudio.several,
    arrange: { ...state.arrange, open: true, group: "layout" },
  };
}

/** With one kind of option to be chosen singly or severally; of several only the first stays. */
export function setSeveral({ settings, several }: StudioState, of: Choice, isSeveral: boolean): Change {
  const chosen = isSeveral ? settings[of] : settings[of].slice(0, 1);
  return { several: { ...several, [of]: isSeveral }, settings: { ...settings, [of]: chosen } };
}

const signedOutCodes = ["invalid_api_key", "missing_api_key"];
/** Problems that every order would meet as well. */
const blockingCodes = ["insufficient_credits", "no_active_subscription", ...signedOutCodes];

/** Whether an order waits for its owner to sign in. */
export function isSignedOut(problem: ServiceProblem | null): boolean {
  return signedOutCodes.includes(problem?.code ?? "");
}

/** Whether a problem is one of credits, the plan, or signing in. */
export function isBlocking(problem: ServiceProblem | null): boolean {
  return blockingCodes.includes(problem?.code ?? "");
}

/** One order was refused; where the reason concerns all, those behind it are not even sent. */
export function refuseOrder({ unsent }: StudioState, id: string, problem: ServiceProblem): Change {
  return {
    unsent: unsent.map((order) =>
      order.id === id || (isBlocking(problem) && order.problem === null)
        ? { ...order, problem, note: null }
        : order,
    ),
  };
}
