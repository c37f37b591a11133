"use client";

import useSWR, { mutate } from "swr";
import { callApi } from "#lib/contract/client.ts";
import { maxLooks } from "#lib/contract/limits.ts";
import { readAll } from "../photos/actions.ts";

export type LookPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/looks">>>;
export type Look = LookPage["data"][number];

export const looksPath = "/api/v1/looks";
const pageSize = 100;

function readLooks(): Promise<readonly Look[]> {
  return readAll((cursor) => callApi("GET /api/v1/looks", { input: { limit: pageSize, cursor } }), maxLooks);
}

/** The looks of the account, newest first; null until they are known. */
export function useLooks(): readonly Look[] | null {
  const { data } = useSWR(looksPath, readLooks, { revalidateOnFocus: false, shouldRetryOnError: false });
  return data ?? null;
}

/** Reloads the looks. If that fails, the current list stays. */
export async function refreshLooks(): Promise<void> {
  await mutate(looksPath).catch(() => undefined);
}
