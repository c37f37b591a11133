"use client";

import { useSyncExternalStore } from "react";

const query = "(width >= 64rem)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether the settings are beside the canvas, as with the breakpoint `lg:`. */
export function isWide(): boolean {
  return window.matchMedia(query).matches;
}

/** The reactive form of isWide; false in the server's HTML. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false);
}
