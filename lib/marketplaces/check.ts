import type { MarketplaceSize } from "#lib/contract/marketplaces/list.ts";
import { marketplaceRules } from "#lib/contract/marketplaces/rules.ts";
import { getGeneration } from "#lib/generations/history/history.ts";
import { imageHost } from "#lib/images/index.ts";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { measureBorder } from "#lib/imaging/index.ts";
import { findFaults, isRefusal, type ResultFacts } from "#lib/marketplaces/findings.ts";
import { limitConcurrencyByKey } from "#lib/platform/concurrency.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { because } from "#lib/platform/reasons.ts";

const measureTimeoutMs = 15_000;
/** Results measured at once per caller, and the number that may wait. */
const limitMeasuring = limitConcurrencyByKey({ atOnce: 2, maxWaiting: 30 });

/** Checks a result against a marketplace's rules. Throws ApiError not_found, invalid_params unless succeeded. */
export async function checkGeneration(
  { id, marketplace }: { id: string; marketplace: MarketplaceSize },
  { userId }: { userId: string },
) {
  const made = await getGeneration({ id }, { userId });
  const { resultUrl, width, height, bytes, contentType, boundingBox, mode } = made;
  if (made.status !== "succeeded" || resultUrl === null || width === null || height === null) {
    throw invalidParam("id", because("check_unfinished"));
  }
  const unsureParts = made.notes.filter(({ code }) => code === "unsure_parts").length;
  const facts = { width, height, bytes, format: formatOf(contentType), boundingBox, mode, unsureParts };
  const border = asksForWhite(marketplace) ? await borderOf(resultUrl, userId) : null;
  const findings = findFaults(marketplace, { ...facts, border });
  return { marketplace, passes: !findings.some(isRefusal), findings };
}

function asksForWhite(marketplace: MarketplaceSize): boolean {
  return marketplaceRules[marketplace].rules.some(({ rule }) => rule === "background");
}

function formatOf(contentType: string | null): string {
  return contentType?.replace(/^image\//, "") ?? "jpeg";
}

/** Null if the picture cannot be read any more: the rule is then skipped. */
function borderOf(url: string, userId: string): Promise<ResultFacts["border"]> {
  return limitMeasuring(userId, async () => {
    const signal = AbortSignal.timeout(measureTimeoutMs);
    const reference = imageHost().parse(url);
    const picture = reference && (await imageHost().locate(reference, { caller: userId, signal }));
    if (!picture) return null;
    try {
      return await measureBorder(picture, { caller: userId, signal });
    } catch (error) {
      if (error instanceof UnreadableImageError) return null;
      throw error;
    }
  });
}
