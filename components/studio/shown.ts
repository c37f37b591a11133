import { useShallow } from "zustand/react/shallow";
import { aspectRatios, outputSize, resolutions, styleNames } from "#lib/contract/styles.ts";
import { type Item, isOpen, type Order } from "../orders/model.ts";
import { useRecentOrders } from "../orders/recent.ts";
import type { OrderedPicture, Settings } from "./order.ts";
import type { Source, StudioState } from "./state.ts";
import { useStudioState } from "./store.ts";

/** Where a piece of work stands in its order; the same when it is made anew after a failure. */
export function placeOf({ batch_id: batchId, custom_id: customId }: Item): string {
  return `${batchId}/${customId}`;
}

type Shown = { item: Item; order: Order } | { source: Source } | null;

/** What the viewer shows: what was asked for, else the newest picture, else what is being made. */
export function findShown(
  { sources, shownId }: Pick<StudioState, "sources" | "shownId">,
  orders: readonly Order[],
): Shown {
  for (const order of orders) {
    const wanted =
      order.id === shownId ? firstOf(order) : order.items.find((item) => placeOf(item) === shownId);
    if (wanted) return { item: wanted, order };
  }
  const source =
    sources.find(({ id }) => id === shownId) ??
    sources.findLast(({ previewUrl }) => previewUrl !== null) ??
    sources.at(-1);
  if (source) return { source };
  const order = orders.find(isOpen);
  const item = order && firstOf(order);
  return order && item ? { item, order } : null;
}

function firstOf({ items }: Order): Item | undefined {
  return items.find(({ status }) => status !== "canceled") ?? items[0];
}

export function useShown(): Shown {
  const orders = useRecentOrders();
  return useStudioState(useShallow((state) => findShown(state, orders)));
}

/** Whether the viewer shows this: the id of a source, or the place of a piece of work. */
export function useIsShown(id: string): boolean {
  const orders = useRecentOrders();
  return useStudioState((state) => {
    const shown = findShown(state, orders);
    return shown !== null && ("item" in shown ? placeOf(shown.item) : shown.source.id) === id;
  });
}

/** The settings that a photo was made with; null for a cut-out, and for what is not on offer any more. */
export function settingsOf({ style, prompt, aspect_ratio, resolution, mode }: Item): Settings | null {
  const known = {
    style: styleNames.find((name) => name === style),
    ratio: aspectRatios.find((name) => name === aspect_ratio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.ratio || !known.resolution) return null;
  return {
    ...{ styles: [known.style], aspectRatios: [known.ratio], resolutions: [known.resolution] },
    ...{ prompt: prompt ?? "", mode, cutouts: false, options: {} },
  };
}

/** Pixels of a result, also of one that is not made yet; null where nobody knows them before. */
export function sizeOf(item: Item): { width: number; height: number } | null {
  if (item.width !== null && item.height !== null) return { width: item.width, height: item.height };
  const { aspectRatios: [ratio] = [], resolutions: [resolution] = [] } = settingsOf(item) ?? {};
  return ratio && resolution ? outputSize(ratio, resolution) : null;
}

/** The picture that it was made from. */
export function sourceOf({ title, image_url: imageUrl, metadata }: Item): OrderedPicture {
  return { name: title ?? "picture", imageUrl, ...(metadata && { metadata }) };
}
