import type { MarketplaceSize } from "#lib/contract/marketplaces/list.ts";
import { marketplaceRules, type RuleName } from "#lib/contract/marketplaces/rules.ts";
import { getGeneration } from "#lib/generations/history/history.ts";
import { imageHost } from "#lib/images/index.ts";
import { type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { measureBorder, readTextOutside } from "#lib/imaging/index.ts";
import { findFaults, isRefusal } from "#lib/marketplaces/findings.ts";
import { limitConcurrencyByKey } from "#lib/platform/concurrency.ts";
import { ApiError, invalidParam } from "#lib/platform/errors.ts";
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
  const border = hasRule(marketplace, "background") ? await measure(resultUrl, userId, measureBorder) : null;
  const text =
    hasRule(marketplace, "extras") && boundingBox
      ? await measure(resultUrl, userId, (image, options) =>
          readTextOutside({ image, product: boundingBox }, options),
        ).catch(ignoreOverload)
      : null;
  const findings = findFaults(marketplace, { ...facts, border, text });
  return { marketplace, passes: !findings.some(isRefusal), findings };
}

function hasRule(marketplace: MarketplaceSize, name: RuleName): boolean {
  return marketplaceRules[marketplace].rules.some(({ rule }) => rule === name);
}

/** What is too busy to be read in time is judged by the mode of its photo. */
function ignoreOverload(error: unknown): null {
  const isLate = error instanceof DOMException && error.name === "TimeoutError";
  if (isLate || (error instanceof ApiError && error.code === "overloaded")) return null;
  throw error;
}

function formatOf(contentType: string | null): string {
  return contentType?.replace(/^image\//, "") ?? "jpeg";
}

/** Null if the picture cannot be read any more: the rule is then skipped. */
function measure<T>(
  url: string,
  userId: string,
  run: (image: PictureInput, options: { caller: string; signal: AbortSignal }) => Promise<T>,
): Promise<T | null> {
  return limitMeasuring(userId, async () => {
    const signal = AbortSignal.timeout(measureTimeoutMs);
    const reference = imageHost().parse(url);
    const picture = reference && (await imageHost().locate(reference, { caller: userId, signal }));
    if (!picture) return null;
    try {
      return await run(picture, { caller: userId, signal });
    } catch (error) {
      if (error instanceof UnreadableImageError) return null;
      throw error;
    }
  });
}
