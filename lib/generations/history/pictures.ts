import type { Generation } from "../../db/generated/client.ts";
import { toUrl } from "../../images/reference.ts";

/** The present URL of the source picture; empty after the work was deleted. */
export function imageUrlOf({ sourceRef }: Pick<Generation, "sourceRef">): string {
  return sourceRef === null ? "" : toUrl(sourceRef);
}

/** The present URL of a result; null without one. */
export function resultUrlOf({ resultRef }: Pick<Generation, "resultRef">): string | null {
  return resultRef === null ? null : toUrl(resultRef);
}

/** A row with the present URLs of its pictures, as a response has them. */
export function withUrls<Row extends Pick<Generation, "sourceRef" | "resultRef">>(row: Row) {
  return { ...row, imageUrl: imageUrlOf(row), resultUrl: resultUrlOf(row) };
}
