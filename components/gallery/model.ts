import type { callApi } from "#lib/api/client.ts";
import type { Style } from "#lib/generators/styles.ts";
import { styleOffers } from "../studio/offers.ts";

export type GenerationPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/generations">>>;
export type Entry = GenerationPage["data"][number];

/** What the gallery is narrowed to; the query of its address. */
export interface Filter {
  operation?: "generate" | "remove_bg" | undefined;
  style?: Style | undefined;
  status?: "pending" | "succeeded" | "failed" | undefined;
  search?: string | undefined;
}

export const pageSize = 24;

export function styleName(style: string | null): string {
  return style !== null && style in styleOffers ? styleOffers[style as Style].name : (style ?? "");
}

export function titleOf({ operation, style }: Entry): string {
  return operation === "remove_bg" ? "Cut-out" : `${styleName(style)} photo`;
}

/** How long it took, in words; null while it is being made. */
export function durationOf({ created_at: from, finished_at: to }: Entry): string | null {
  if (to === null) return null;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

export function fileNameOf(entry: Entry): string {
  const what =
    entry.operation === "remove_bg" ? "cutout" : `${entry.style}-${entry.resolution?.toLowerCase()}`;
  return `${entry.created_at.slice(0, 10)}-${what}-${entry.id.slice(-6)}`;
}

export function queryOf(filter: Filter, cursor?: string | null): string {
  const fields = Object.entries({ ...filter, cursor }).filter(([, value]) => value);
  return new URLSearchParams(fields as [string, string][]).toString();
}
