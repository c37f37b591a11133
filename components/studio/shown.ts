import { useShallow } from "zustand/react/shallow";
import type { Item, Order } from "../orders/model.ts";
import { useRecentOrders } from "../orders/recent.ts";
import { isOpen } from "../photos/model.ts";
import type { Source, StudioState } from "./state.ts";
import { useStudioState } from "./store.ts";

/** Identifies an item by its number in the order; a retry after a failure keeps it. */
export function itemKey({ id, batch_id: batchId, custom_id: customId }: Item): string {
  return batchId === null ? id : `${batchId}/${customId}`;
}

/** `order` is null for work made before the recent orders. */
type Shown = { item: Item; order: Order | null } | { source: Source } | null;

/** The viewer's content: the selected item or picture, else the newest picture, else the open order. */
export function findShown(
  { sources, shownId, recalled }: Pick<StudioState, "sources" | "shownId" | "recalled">,
  orders: readonly Order[],
): Shown {
  for (const order of orders) {
    const item =
      order.id === shownId
        ? firstOf(order)
        : order.items.find((item) => item.id === shownId || itemKey(item) === shownId);
    if (item) return { item, order };
  }
  if (recalled !== null && recalled.id === shownId) return { item: recalled, order: null };
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

/** Whether the viewer shows a source (by id) or an item (by itemKey). */
export function useIsShown(id: string): boolean {
  const orders = useRecentOrders();
  return useStudioState((state) => {
    const shown = findShown(state, orders);
    return shown !== null && ("item" in shown ? itemKey(shown.item) : shown.source.id) === id;
  });
}

/** Whether the viewer shows a picture with the layout controls open. */
export function useIsArranging(): boolean {
  const shown = useShown();
  const open = useStudioState(({ arrange }) => arrange.open);
  return open && shown !== null && "source" in shown && shown.source.imageUrl !== null;
}
