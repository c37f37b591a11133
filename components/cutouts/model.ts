import type { ResultFormat } from "#lib/contract/photo-values.ts";
import type { Translate } from "../language/translate.ts";
import type { OrderInput } from "../photos/order-request.ts";
import { cutoutsOnly, nameOrder, type OrderedPicture, toBatchRequest } from "../studio/order/request.ts";

/** What cut-outs of the dashboard shall be like. */
export interface CutoutWish {
  format: ResultFormat;
  /** `#rrggbb`; null: transparent. */
  color: string | null;
  trim: boolean;
  /** Share of the product's longer side; of a trimmed cut-out. */
  margin: number;
}

export const plainCutout: CutoutWish = { format: "png", color: null, trim: false, margin: 0 };

/** JPEG knows no transparency: with it comes a color, and without one another format. */
export function changeWish(wish: CutoutWish, part: Partial<CutoutWish>): CutoutWish {
  const next = { ...wish, ...part };
  if (next.format !== "jpeg" || next.color !== null) return next;
  return part.format === "jpeg" ? { ...next, color: "#ffffff" } : { ...next, format: "png" };
}

/** The order as the API takes it; what the account has already is given once more, uncharged. */
export function toCutoutOrder(
  pictures: readonly OrderedPicture[],
  wish: CutoutWish,
  t: Translate,
): OrderInput {
  const wanted = { pictures, settings: cutoutsOnly };
  const { items } = toBatchRequest(wanted);
  const { format, color, trim, margin } = wish;
  const options = {
    ...(format !== "png" && { format }),
    ...(color !== null && { background: { color } }),
    ...(trim && { trim, ...(margin > 0 && { margin }) }),
    reuse: true,
  };
  return {
    title: nameOrder(wanted, t),
    items: items.flatMap((item) =>
      item.operation === "remove_bg" ? [{ ...item, request: { ...item.request, ...options } }] : [],
    ),
  };
}

/** Each source picture once, under the name that it had first. */
export function distinctPictures(pictures: readonly OrderedPicture[]): OrderedPicture[] {
  const seen = new Set<string>();
  return pictures.filter(({ imageUrl }) => !seen.has(imageUrl) && seen.add(imageUrl));
}
