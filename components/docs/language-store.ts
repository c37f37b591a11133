"use client";

import { useSyncExternalStore } from "react";

export const languages = [
  { id: "curl", name: "curl" },
  { id: "javascript", name: "JavaScript" },
  { id: "python", name: "Python" },
] as const;
export type Language = (typeof languages)[number]["id"];

let current: Language = "curl";
const listeners = new Set<() => void>();

export function chooseLanguage(language: Language): void {
  current = language;
  for (const listener of listeners) listener();
}

/** The language of all examples: choosing it in one changes it in all. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => "curl",
  );
}
