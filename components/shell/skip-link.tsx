"use client";

import { useTranslate } from "../language/language.tsx";

/** The first thing a keyboard reaches: past the navigation, to the page. */
export function SkipLink() {
  const t = useTranslate();
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-md bg-ink px-4 py-2 font-medium text-canvas text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {t("Skip to content")}
    </a>
  );
}
