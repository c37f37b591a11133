import type { callApi } from "#lib/contract/client.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import type { Entry, GenerationPage } from "../photos/model.ts";

export type ProductPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/products">>>;

/** The filter of the gallery, as in the query of its URL. */
export interface Filter {
  operation?: "generate" | "remove_bg" | undefined;
  style?: Style | undefined;
  status?: "queued" | "running" | "open" | "succeeded" | "failed" | "canceled" | undefined;
  search?: string | undefined;
  product?: string | undefined;
}

export type Arrangement = "newest" | "product";

/** A group of entries: those of one product, or all of them by time. */
export interface Group {
  /** Null when entries are not grouped. */
  product: string | null;
  sku: string | null;
  name: string | null;
  /** Number of all entries of the group, including those not loaded. */
  count: number;
  entries: readonly Entry[];
}

export interface Pages {
  groups: readonly Group[];
  cursor: string | null;
}

export const pageSize = 24;
export const productPageSize = 12;

export function pagesOf(page: GenerationPage): Pages {
  const { data: entries, next_cursor: cursor } = page;
  return { groups: [{ product: null, sku: null, name: null, count: entries.length, entries }], cursor };
}

export function pagesByProduct({ data, next_cursor: cursor }: ProductPage): Pages {
  return {
    groups: data.map(({ generations: entries, ...group }) => ({ ...group, entries })),
    cursor,
  };
}

/** Appends the next page without duplicates. */
export function joinPages(known: Pages, next: Pages): Pages {
  const seen = new Set(known.groups.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const fresh = next.groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ id }) => !seen.has(id)) }))
    .filter(({ product, entries }) => product === null || entries.length > 0);
  const [first] = known.groups;
  if (first?.product !== null) return { groups: [...known.groups, ...fresh], cursor: next.cursor };
  const entries = [...first.entries, ...fresh.flatMap((group) => group.entries)];
  return { groups: [{ ...first, count: entries.length, entries }], cursor: next.cursor };
}

export function mapEntries({ groups, cursor }: Pages, change: (entry: Entry) => Entry | null): Pages {
  const changed = groups.map((group) => {
    const entries = group.entries.flatMap((entry) => change(entry) ?? []);
    return { ...group, entries, count: group.count - (group.entries.length - entries.length) };
  });
  return { groups: changed.filter(({ product, count }) => product === null || count > 0), cursor };
}

/** The ids between two entries in display order, both included. */
export function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The duration of the work in seconds; null until it has ended. */
export function secondsOf({ created_at: from, finished_at: to }: Entry): number | null {
  return to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;
}

interface Query extends Filter {
  cursor?: string | null | undefined;
  view?: Arrangement | undefined;
}

export function queryOf({ view, ...query }: Query): string {
  const fields = { ...query, view: view === "product" ? view : undefined };
  const given = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(given).toString();
}
