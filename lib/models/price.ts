import { type ModelFamily, megapixel, type Price } from "./families/family.ts";
import type { NativeSize } from "./native-size.ts";
import type { PaintRequest } from "./request.ts";

/** Tokens of a call, for providers that report them. */
interface TokenUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

interface PricedCall {
  family: ModelFamily;
  native: NativeSize;
  mode: PaintRequest["mode"];
}

/**
 * Cost of a picture in millionths of a US dollar, as reported by the provider, else by its list price; null when
 * unknown.
 */
export function costMicros({ family, native, mode }: PricedCall, usage: TokenUsage | null): number | null {
  const actual = usage && tokenCost(family, mode, usage);
  return actual ?? (family.price ? listCost(family.price, native) : null);
}

/**
 * One dollar per million tokens is one millionth of a dollar per token. Only the sum of an edit's input is reported:
 * all of it counts as picture, of which the words are a small part.
 */
function tokenCost(
  { tokenPrice }: ModelFamily,
  mode: PaintRequest["mode"],
  { inputTokens = 0, outputTokens }: TokenUsage,
): number | null {
  if (!tokenPrice || outputTokens === undefined) return null;
  const input = mode === "edit" ? tokenPrice.imageIn : tokenPrice.textIn;
  return Math.round(inputTokens * input + outputTokens * tokenPrice.out);
}

function listCost(price: Price, { resolution, width, height }: NativeSize): number {
  switch (price.by) {
    case "picture":
      return price.micros;
    case "resolution":
      return price.micros[resolution ?? "1K"];
    case "size":
      return width === height ? price.squareMicros : price.oblongMicros;
    case "megapixel": {
      const begun = Math.ceil((width * height) / megapixel);
      return price.firstMicros + Math.max(begun - 1, 0) * price.furtherMicros;
    }
  }
}
