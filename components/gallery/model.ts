import type { callApi } from "#lib/contract/client.ts";
import type { Style } from "#lib/contract/styles.ts";

export type GenerationPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/generations">>>;
export type Entry = GenerationPage["data"][number];

/** What the gallery is narrowed to; the query of its address. */
export interface Filter {
  operation?: "generate" | "remove_bg" | undefined;
  style?: Style | undefined;
  status?: "queued" | "running" | "open" | "succeeded" | "failed" | "canceled" | undefined;
  search?: string | undefined;
}

export const pageSize = 24;

/** How long it took, in words; null while it is being made. */
export function durationOf({ created_at: from, finished_at: to }: Entry): string | null {
  if (to === null) return null;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

export function queryOf(filter: Filter, cursor?: string | null): string {
  const fields = Object.entries({ ...filter, cursor }).filter(([, value]) => value);
  return new URLSearchParams(fields as [string, string][]).toString();
}
