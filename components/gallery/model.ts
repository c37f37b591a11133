import type { callApi } from "#lib/contract/client.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";
import type { Language } from "#lib/language/translate.ts";
import { addDays, type Day, dayOf, startOfDay } from "#lib/platform/days.ts";
import type { Entry, GenerationPage } from "../photos/model.ts";

export type ProductPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/products">>>;

/** Named periods; `range`: from one day to another one. */
export const periods = ["today", "yesterday", "week", "month", "range"] as const;

/** The filter of the gallery, as in the query of its URL. */
export interface Filter {
  operation?: "generate" | "remove_bg" | undefined;
  /** Id of a rendered scene, or `style:` and a style. */
  scene?: string | undefined;
  status?: "queued" | "running" | "open" | "succeeded" | "failed" | "canceled" | undefined;
  search?: string | undefined;
  product?: string | undefined;
  when?: (typeof periods)[number] | undefined;
  /** With `range`: the first and the last day. */
  from?: Day | undefined;
  to?: Day | undefined;
}

/** Today, and where: days of the gallery are those of the user's time zone. */
export interface Calendar {
  timeZone: string;
  today: Day;
}

/** The filter as the API reads it. */
export function apiFilterOf({ scene, when, from, to, ...filter }: Filter, { timeZone, today }: Calendar) {
  const [first, last] = daysOf({ when, from, to }, today);
  const look = scene?.startsWith(stylePrefix)
    ? { style: styleNames.find((name) => stylePrefix + name === scene) }
    : { scene };
  return {
    ...filter,
    ...look,
    time_zone: filter.search ? timeZone : undefined,
    // Excludes the given moments.
    created_after: first && new Date(startOfDay(first, timeZone).getTime() - 1).toISOString(),
    created_before: last && startOfDay(addDays(last, 1), timeZone).toISOString(),
  };
}

export const stylePrefix = "style:";

function daysOf(
  { when, from, to }: Pick<Filter, "when" | "from" | "to">,
  today: Day,
): [first: Day | undefined, last: Day | undefined] {
  if (when === "today") return [today, today];
  if (when === "yesterday") return [addDays(today, -1), addDays(today, -1)];
  if (when === "week") return [addDays(today, -6), today];
  if (when === "month") return [addDays(today, -29), today];
  return when === "range" ? [from, to] : [undefined, undefined];
}

/** Entries by the day on which they were ordered, in their order. */
export function groupByDay(entries: readonly Entry[], timeZone: string): { day: Day; entries: Entry[] }[] {
  const groups: { day: Day; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(new Date(entry.created_at), timeZone);
    const last = groups.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, entries: [entry] });
  }
  return groups;
}

/** The photos of a product in one scene or style: the newest versions, and those that they replaced. */
export interface LookGroup {
  title: string;
  current: Entry[];
  replaced: Entry[];
}

/** Entries by scene or style, in the order of each one's newest entry. */
export function groupByLook(entries: readonly Entry[], titleOf: (entry: Entry) => string): LookGroup[] {
  const groups = new Map<string, LookGroup>();
  for (const entry of entries) {
    const title = titleOf(entry);
    const group = groups.get(title) ?? { title, current: [], replaced: [] };
    groups.set(title, group);
    group[entry.superseded_by === null ? "current" : "replaced"].push(entry);
  }
  return [...groups.values()];
}

/** `Today`, `Tuesday` within a week, `November 17`, and with the year if it is another one. */
export function titleOfDay(day: Day, today: Day, { t, locale }: Language): string {
  if (day === today) return t("Today");
  if (day === addDays(today, -1)) return t("Yesterday");
  const isRecent = day > addDays(today, -7);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    ...(isRecent
      ? { weekday: "long" }
      : { day: "numeric", month: "long", ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }) }),
  });
  return format.format(new Date(`${day}T00:00:00Z`));
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
