"use client";

import { useSyncExternalStore } from "react";
import { keyPlaceholder } from "./placeholder.ts";

let current = keyPlaceholder;
const listeners = new Set<() => void>();

/** Fills a key into every example of the page, until the page is left. */
export function fillKey(key: string): void {
  current = key;
  for (const listener of listeners) listener();
}

/** The key that the examples show. */
export function useExampleKey(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => keyPlaceholder,
  );
}
