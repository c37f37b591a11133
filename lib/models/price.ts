import { z } from "zod";
import { type ModelFamily, megapixel, type Price } from "./families/family.ts";
import type { NativeSize } from "./native-size.ts";

/** Cost-related data of a call's response. */
export interface Reported {
  usage: { inputTokens: number | undefined; outputTokens: number | undefined } | null;
  /** Metadata of the AI SDK, by provider. */
  metadata: unknown;
}

const microsOfBflCredit = 10_000;
const bflMetadata = z.object({
  blackForestLabs: z.object({ images: z.array(z.object({ cost: z.number().nonnegative() })).min(1) }),
});
const openaiMetadata = z.object({
  openai: z.object({
    images: z
      .array(z.object({ imageTokens: z.number().optional(), textTokens: z.number().optional() }))
      .min(1),
  }),
});

/**
 * Cost of a picture in millionths of a US dollar, as reported by the provider, else by its list price; null when
 * unknown.
 */
export function costMicros(
  family: ModelFamily,
  native: NativeSize,
  reported: Reported | null,
): number | null {
  const actual = reported && (reportedCost(reported) ?? tokenCost(family, reported));
  return actual ?? (family.price ? listCost(family.price, native) : null);
}

/** Black Forest Labs reports credits, each worth a cent. */
function reportedCost({ metadata }: Reported): number | null {
  const cost = bflMetadata.safeParse(metadata).data?.blackForestLabs.images[0]?.cost;
  return cost === undefined ? null : Math.round(cost * microsOfBflCredit);
}

/** One dollar per million tokens is one millionth of a dollar per token. */
function tokenCost({ tokenPrice }: ModelFamily, { usage, metadata }: Reported): number | null {
  if (!tokenPrice || usage?.outputTokens === undefined) return null;
  const details = openaiMetadata.safeParse(metadata).data?.openai.images[0];
  const imageTokens = details?.imageTokens ?? 0;
  const textTokens = details?.textTokens ?? Math.max((usage.inputTokens ?? 0) - imageTokens, 0);
  const { textIn, imageIn, out } = tokenPrice;
  return Math.round(textTokens * textIn + imageTokens * imageIn + usage.outputTokens * out);
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
