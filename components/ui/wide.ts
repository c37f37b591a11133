"use client";

import { useSyncExternalStore } from "react";

const query = "(width >= 64rem)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether settings stand beside the canvas now, as `lg:` does. */
export function isWide(): boolean {
  return window.matchMedia(query).matches;
}

/** The same, kept up to date; false in the server's page. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false);
}
