import type { Generation } from "../../db/generated/client.ts";
import { toUrl } from "../../images/reference.ts";

// Rows of the former version have no references: their URLs are used instead.

/** The present URL of the source picture; empty after the work was deleted. */
export function imageUrlOf({ sourceRef, imageUrl }: Pick<Generation, "sourceRef" | "imageUrl">): string {
  return toUrl(sourceRef ?? imageUrl);
}

/** The present URL of a result; null without one. */
export function resultUrlOf({
  resultRef,
  resultUrl,
}: Pick<Generation, "resultRef" | "resultUrl">): string | null {
  const stored = resultRef ?? resultUrl;
  return stored === null ? null : toUrl(stored);
}
