import type { callApi } from "#lib/contract/client.ts";
import type { ResultFormat } from "#lib/contract/photo-values.ts";
import type { Style } from "#lib/contract/styles.ts";
import { fileEndingOf, nameOfResult, productOf, resultFileName } from "#lib/generations/file-name.ts";
import { formatFromName, type ImageFormat } from "#lib/images/formats.ts";

export type GenerationPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/generations">>>;
export type Entry = GenerationPage["data"][number];
export type ProductPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/products">>>;

/** What the gallery is narrowed to; the query of its address. */
export interface Filter {
  operation?: "generate" | "remove_bg" | undefined;
  style?: Style | undefined;
  status?: "queued" | "running" | "open" | "succeeded" | "failed" | "canceled" | undefined;
  search?: string | undefined;
  product?: string | undefined;
}

/** How the gallery is arranged. */
export type Arrangement = "newest" | "product";

/** Work that stands together: of one product, or all of it in the order of time. */
export interface Group {
  /** Null where work is not grouped. */
  product: string | null;
  sku: string | null;
  name: string | null;
  /** Pieces of work that belong to it, also those that are not loaded. */
  count: number;
  entries: readonly Entry[];
}

/** Loaded work, and where the next page begins. */
export interface Pages {
  groups: readonly Group[];
  cursor: string | null;
}

export const pageSize = 24;
/** Products of a page. */
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

/** Both pages together, nothing twice. */
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

/** The pages with each entry as `change` has it, or without it where that says null. */
export function mapEntries({ groups, cursor }: Pages, change: (entry: Entry) => Entry | null): Pages {
  const changed = groups.map((group) => {
    const entries = group.entries.flatMap((entry) => change(entry) ?? []);
    return { ...group, entries, count: group.count - (group.entries.length - entries.length) };
  });
  return { groups: changed.filter(({ product, count }) => product === null || count > 0), cursor };
}

/** The ids from one to the other, in the order in which they are shown; both ends are of them. */
export function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** How long it took, in seconds; null while it is being made. */
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

type Named = Pick<
  Entry,
  | "id"
  | "operation"
  | "style"
  | "aspect_ratio"
  | "resolution"
  | "title"
  | "custom_id"
  | "metadata"
  | "options"
  | "image_url"
  | "source_name"
>;

/** As the rule of names reads it. */
function namedOf({ aspect_ratio: aspectRatio, custom_id: customId, image_url: imageUrl, ...rest }: Named) {
  return { ...rest, aspectRatio, customId, imageUrl, sourceName: rest.source_name };
}

/** What a picture is called; null where nobody has named it. */
export function nameOf(entry: Named): string | null {
  return nameOfResult(namedOf(entry));
}

/** What it belongs to. */
export function productOfEntry({
  metadata,
  image_url: imageUrl,
}: Pick<Entry, "metadata" | "image_url">): string {
  return productOf({ metadata, imageUrl });
}

/** `blue-mug_amazon_2k.jpg`: of its file, in that format or as it was made. */
export function fileNameOf(
  entry: Named & Pick<Entry, "content_type" | "result_url">,
  format: ResultFormat | null,
): string {
  const { operation, content_type: contentType, result_url: resultUrl } = entry;
  const ending: ImageFormat | null = format && formatFromName(format);
  return `${resultFileName(namedOf(entry))}.${ending ?? fileEndingOf({ operation, contentType, resultUrl })}`;
}
