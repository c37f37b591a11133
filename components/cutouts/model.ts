import type { ResultFormat } from "#lib/contract/photos/values.ts";
import type { Translate } from "#lib/language/translate.ts";
import { toBatchRequest } from "../photos/build-order.ts";
import type { SourcePicture } from "../photos/model.ts";
import { titleOfPictures } from "../photos/names.ts";
import type { OrderInput } from "../photos/order-request.ts";

export interface CutoutChoices {
  format: ResultFormat;
  /** `#rrggbb`; null: transparent. */
  color: string | null;
  trim: boolean;
  /** Margin of a trimmed cut-out, as a share of the product's longer side. */
  margin: number;
}

export const defaultChoices: CutoutChoices = { format: "png", color: null, trim: false, margin: 0 };

/** Changes options consistently: JPEG has no transparency, so it adds a color; removing the color switches to PNG. */
export function changeChoices(choices: CutoutChoices, part: Partial<CutoutChoices>): CutoutChoices {
  const next = { ...choices, ...part };
  if (next.format !== "jpeg" || next.color !== null) return next;
  return part.format === "jpeg" ? { ...next, color: "#ffffff" } : { ...next, format: "png" };
}

/** The API request of the order. Cut-outs that the account already has are returned free of charge. */
export function toCutoutOrder(
  pictures: readonly SourcePicture[],
  { format, color, trim, margin }: CutoutChoices,
  t: Translate,
): OrderInput {
  const cutout = {
    ...(format !== "png" && { format }),
    ...(color !== null && { background: { color } }),
    ...(trim && { trim, ...(margin > 0 && { margin }) }),
  };
  return {
    title: titleOfPictures(pictures, t("Cut-out"), t),
    ...toBatchRequest({ pictures, settings: null, cutout }),
  };
}
