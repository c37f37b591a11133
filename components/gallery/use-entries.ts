"use client";

import { useCallback, useRef, useState } from "react";
import useSWR from "swr";
import { callApi } from "#lib/contract/client.ts";
import { maxChosenResults } from "#lib/contract/limits.ts";
import { readAll } from "../photos/actions.ts";
import type { Entry } from "../photos/model.ts";
import {
  type Arrangement,
  apiFilterOf,
  type Calendar,
  type Filter,
  joinPages,
  mapEntries,
  type Pages,
  pageSize,
  pagesByProduct,
  pagesOf,
  productPageSize,
} from "./model.ts";

const pollMs = 3_000;
const largestPage = 100;

interface Listed {
  filter: Filter;
  arrangement: Arrangement;
  calendar: Calendar;
}

export function useEntries(first: Pages, { filter, arrangement, calendar }: Listed) {
  const [pages, setPages] = useState(first);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const loading = useRef<Promise<Pages | null> | null>(null);
  const { cursor } = pages;

  /** Loads the next page; resolves to all loaded entries, or null after a failure or the last page. */
  const loadMore = useCallback((): Promise<Pages | null> => {
    if (cursor === null) return Promise.resolve(null);
    const load = async () => {
      setState("loading");
      try {
        const next = await readPages(cursor, { filter, arrangement, calendar });
        setPages((known) => joinPages(known, next));
        setState("idle");
        return joinPages(pages, next);
      } catch {
        setState("failed");
        return null;
      } finally {
        loading.current = null;
      }
    };
    loading.current ??= load();
    return loading.current;
  }, [arrangement, calendar, cursor, filter, pages]);

  const change = useCallback(
    (make: (entry: Entry) => Entry | null) => setPages((known) => mapEntries(known, make)),
    [],
  );
  useFinishing(pages, change);
  return { pages, state, loadMore, change };
}

async function readPages(cursor: string, { filter, arrangement, calendar }: Listed): Promise<Pages> {
  const query = { ...apiFilterOf(filter, calendar), cursor };
  if (arrangement === "newest") {
    return pagesOf(await callApi("GET /api/v1/generations", { input: { ...query, limit: pageSize } }));
  }
  const { product: _, ...input } = query;
  return pagesByProduct(
    await callApi("GET /api/v1/products", { input: { ...input, limit: productPageSize } }),
  );
}

/** All matching entries, newest first; `isAll`: the selection limit cut none off. Throws what callApi throws. */
export async function readMatching(
  filter: Filter,
  calendar: Calendar,
): Promise<{ entries: readonly Entry[]; isAll: boolean }> {
  const read = (cursor: string | undefined) =>
    callApi("GET /api/v1/generations", {
      input: { ...apiFilterOf(filter, calendar), limit: largestPage, cursor },
    });
  const entries = await readAll(read, maxChosenResults + 1);
  return { entries: entries.slice(0, maxChosenResults), isAll: entries.length <= maxChosenResults };
}

function useFinishing({ groups }: Pages, change: (make: (entry: Entry) => Entry) => void): void {
  const pending = groups.flatMap(({ entries }) =>
    entries.flatMap(({ id, status }) => (status === "queued" || status === "running" ? [id] : [])),
  );
  useSWR(pending.length > 0 ? ["pending", ...pending] : null, ([, ...ids]) => readEntries(ids), {
    refreshInterval: pollMs,
    revalidateOnMount: false,
    onSuccess: (fresh) => change((entry) => fresh.get(entry.id) ?? entry),
  });
}

/** Entries by id; those that failed to load are missing. */
async function readEntries(ids: readonly string[]): Promise<Map<string, Entry>> {
  const asked = ids.map((id) =>
    callApi("GET /api/v1/generations/{id}", { params: { id } }).catch(() => null),
  );
  return new Map((await Promise.all(asked)).flatMap((entry) => (entry ? [[entry.id, entry]] : [])));
}
