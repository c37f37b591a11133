import { photoSize, type Size } from "#lib/contract/photos/sizes.ts";
import { type BaseCosts, resolutions } from "#lib/contract/photos/styles.ts";
import { outputsOf } from "../../photos/settings.ts";
import { isFinal } from "../../photos/upload-problems.ts";
import type { Source, StudioState } from "../state.ts";
import { maxOrderItems, measureOrder, type Unsent } from "./request.ts";

/** Photos and credits of the refused orders; credits come from the API's estimate if there is one. */
export function refusedSummary(unsent: readonly Unsent[], baseCosts: BaseCosts) {
  const refused = unsent.filter(({ problem }) => problem !== null);
  const each = refused.map(({ pictures, settings, asked }) => {
    const { total, credits } = measureOrder(pictures.length, settings, baseCosts);
    return { photos: total - (asked?.leftOut.length ?? 0), credits: asked?.credits ?? credits };
  });
  return {
    problem: refused[0]?.problem ?? null,
    photos: each.reduce((sum, one) => sum + one.photos, 0),
    credits: each.reduce((sum, one) => sum + one.credits, 0),
  };
}

/** The pictures of the tray: all except unreadable files. */
export function traySources({ sources }: StudioState): Source[] {
  return sources.filter(
    ({ state, previewUrl, problem }) =>
      state !== "failed" || (previewUrl !== null && !(problem && isFinal(problem))),
  );
}

/** The counts of the tray; independent of upload progress. */
export function traySummary(state: StudioState) {
  const shown = traySources(state);
  return {
    count: shown.length,
    chosen: shown.filter((source) => source.selected && source.state !== "failed").length,
  };
}

/** Contents and price of the next order; independent of upload progress. */
export function orderSummary({ sources, unsent, settings }: StudioState, baseCosts: BaseCosts) {
  const pictures = sources.filter(({ selected, state }) => selected && state === "ready").length;
  const order = measureOrder(pictures, settings, baseCosts);
  return {
    ...order,
    pictures,
    /** The price of one picture if none is selected. */
    credits: pictures === 0 ? measureOrder(1, settings, baseCosts).credits : order.credits,
    isTooLarge: order.total > maxOrderItems,
    hasSources: sources.length > 0,
    uploading: sources.some(({ state }) => state === "uploading" || state === "waiting"),
    sending: unsent.some(({ problem }) => problem === null),
  };
}

/** Enlarging a picture by more than this factor makes it look soft. */
const mostStretch = 2;

/** The selected pictures that are too small for the largest ordered size above 1K; null when there are none. */
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

function longerSide({ width, height }: Size): number {
  return Math.max(width, height);
}
