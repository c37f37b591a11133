"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import useSWR from "swr";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { type Entry, type Filter, type GenerationPage, pageSize } from "./model.ts";

const pollMs = 3_000;

export function useEntries(first: GenerationPage, filter: Filter) {
  const router = useRouter();
  const [entries, setEntries] = useState<readonly Entry[]>(first.data);
  const [cursor, setCursor] = useState(first.next_cursor);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");

  const loadMore = useCallback(async () => {
    if (cursor === null || state === "loading") return;
    setState("loading");
    try {
      const page = await callApi("GET /api/v1/generations", {
        input: { ...filter, limit: pageSize, cursor },
      });
      setEntries((known) => [...known, ...page.data.filter(({ id }) => !known.some((one) => one.id === id))]);
      setCursor(page.next_cursor);
      setState("idle");
    } catch {
      setState("failed");
    }
  }, [cursor, filter, state]);

  useFinishing(entries, setEntries);

  /** Deletes one by one; answers how many went, and throws the first refusal after trying all. */
  const remove = async (ids: readonly string[]): Promise<number> => {
    let problem: unknown = null;
    let count = 0;
    for (const id of ids) {
      try {
        await callApi("DELETE /api/v1/generations/{id}", { params: { id } });
      } catch (error) {
        const isGone = error instanceof ApiProblem && error.code === "not_found";
        if (!isGone) {
          problem ??= error;
          continue;
        }
      }
      count += 1;
      setEntries((known) => known.filter((entry) => entry.id !== id));
    }
    router.refresh();
    if (problem) throw problem;
    return count;
  };

  return { entries, cursor, state, loadMore, remove };
}

/** Asks after work that is still being made until it is done. */
function useFinishing(
  entries: readonly Entry[],
  setEntries: (change: (known: readonly Entry[]) => readonly Entry[]) => void,
): void {
  const pending = entries.flatMap(({ id, status }) =>
    status === "queued" || status === "running" ? [id] : [],
  );
  useSWR(pending.length > 0 ? ["pending", ...pending] : null, ([, ...ids]) => readEntries(ids), {
    refreshInterval: pollMs,
    revalidateOnMount: false,
    onSuccess: (fresh) => setEntries((known) => known.map((entry) => fresh.get(entry.id) ?? entry)),
  });
}

/** Those of the entries that could be read, by id. */
async function readEntries(ids: readonly string[]): Promise<Map<string, Entry>> {
  const asked = ids.map((id) =>
    callApi("GET /api/v1/generations/{id}", { params: { id } }).catch(() => null),
  );
  return new Map((await Promise.all(asked)).flatMap((entry) => (entry ? [[entry.id, entry]] : [])));
}
