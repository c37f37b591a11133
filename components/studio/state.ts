import type { StoreApi } from "zustand";
import { photoSize } from "#lib/contract/sizes.ts";
import { resolutions } from "#lib/contract/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { ServiceProblem } from "../language/faults.ts";
import type { OptionGroup } from "./arrange/options.ts";
import type { SafeAreaName } from "./arrange/safe-areas.ts";
import type { Ways } from "./modes.ts";
import {
  type Choice,
  maxOrderItems,
  measureOrder,
  type OrderedPicture,
  type Settings,
  type Unsent,
} from "./order.ts";
import { outputsOf } from "./outputs.ts";
import { isFinal, type SourceProblem } from "./problems.ts";

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

/** Pictures look soft when their longer side is stretched to more than this many times itself. */
const mostStretch = 2;

/** The chosen pictures that are small for the largest size that is asked for, above 1K; null when there are none. */
export function smallPictures({ sources, settings }: StudioState) {
  const outputs = outputsOf(settings).filter((output) => output.resolution !== resolutions[0]);
  const resolution = resolutions.findLast((one) => outputs.some((output) => output.resolution === one));
  if (resolution === undefined) return null;
  const longest = Math.max(...outputs.map((output) => longerSide(photoSize(output))));
  const small = sources
    .filter(({ selected, state }) => selected && state === "ready")
    .flatMap(({ name, size }) =>
      size && longerSide(size) * mostStretch < longest ? [{ name, ...size }] : [],
    )
    .sort((a, b) => longerSide(a) - longerSide(b));
  const [smallest] = small;
  return smallest ? { ...smallest, count: small.length, resolution } : null;
}

function longerSide({ width, height }: { width: number; height: number }): number {
  return Math.max(width, height);
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

/** What the orders that were refused come to, by the service's own word where it has said one. */
export function refusedSummary(unsent: readonly Unsent[]) {
  const refused = unsent.filter(({ problem }) => problem !== null);
  const each = refused.map(({ pictures, settings, asked }) => {
    const { total, credits } = measureOrder(pictures.length, settings);
    return { photos: total - (asked?.leftOut.length ?? 0), credits: asked?.credits ?? credits };
  });
  return {
    problem: refused[0]?.problem ?? null,
    photos: each.reduce((sum, one) => sum + one.photos, 0),
    credits: each.reduce((sum, one) => sum + one.credits, 0),
  };
}

/** The pictures that the tray shows: all but files that could not even be read. */
export function traySources({ sources }: StudioState): Source[] {
  return sources.filter(
    ({ state, previewUrl, problem }) =>
      state !== "failed" || (previewUrl !== null && !(problem && isFinal(problem))),
  );
}

/** What the tray shows besides its tiles. An upload's progress changes none of it. */
export function traySummary(state: StudioState) {
  const shown = traySources(state);
  return {
    count: shown.length,
    chosen: shown.filter((source) => source.selected && source.state !== "failed").length,
  };
}

/** What the next order would be made of and cost. An upload's progress changes none of it. */
export function orderSummary({ sources, unsent, settings }: StudioState) {
  const pictures = sources.filter(({ selected, state }) => selected && state === "ready").length;
  const order = measureOrder(pictures, settings);
  return {
    ...order,
    pictures,
    /** Of one picture, where none is chosen yet. */
    credits: pictures === 0 ? measureOrder(1, settings).credits : order.credits,
    isTooLarge: order.total > maxOrderItems,
    hasSources: sources.length > 0,
    uploading: sources.some(({ state }) => state === "uploading" || state === "waiting"),
    sending: unsent.some(({ problem }) => problem === null),
  };
}
