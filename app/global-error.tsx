"use client";

import { useSyncExternalStore } from "react";
import { MessagePage } from "#components/shell/message-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { acceptedLocale, type Locale, parseLocale } from "#lib/contract/locales.ts";
import { sans } from "./fonts.ts";
import "./globals.css";

/** Own texts, because the messages of other pages are loaded by the layout, which has failed. */
const words: Record<Locale, Record<"title" | "text" | "again", string>> = {
  en: {
    title: "That did not work",
    text: "The fault is on our side. Try again in a moment.",
    again: "Try again",
  },
  de: {
    title: "Das hat nicht geklappt",
    text: "Der Fehler liegt bei uns. Versuchen Sie es gleich noch einmal.",
    again: "Noch einmal versuchen",
  },
};

/** The language of the failed page, else of the browser. The language cookie is HttpOnly. */
function readLocale(): Locale {
  return parseLocale(document.documentElement.lang) ?? acceptedLocale(navigator.languages.join());
}

const neverChanges = () => () => undefined;

/** Replaces the whole document after the root layout has failed. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  const locale = useSyncExternalStore(neverChanges, readLocale, () => "en" as const);
  const { title, text, again } = words[locale];
  return (
    <html lang={locale} className={sans.variable}>
      <body className="font-sans">
        <title>{title}</title>
        <MessagePage title={title} actions={<Button onClick={retry}>{again}</Button>}>
          {text}
        </MessagePage>
      </body>
    </html>
  );
}
