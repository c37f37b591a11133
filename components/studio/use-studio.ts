"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { emptyStudio, type StudioState } from "./model.ts";
import type { Studio } from "./store.ts";

export const StudioContext = createContext<Studio | null>(null);

/** The studio around this component, and what it holds now. */
export function useStudio(): { studio: Studio; state: StudioState } {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("useStudio is for components inside the studio");
  const state = useSyncExternalStore(studio.subscribe, studio.get, () => emptyStudio);
  return { studio, state };
}
