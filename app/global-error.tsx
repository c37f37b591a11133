"use client";

import { useSyncExternalStore } from "react";
import { MessagePage } from "#components/shell/message-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { acceptedLocale, type Locale, parseLocale } from "#lib/contract/locales.ts";
import { sans } from "./fonts.ts";
import "./globals.css";

/** Of its own: the messages of all other pages come with the frame. */
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

/** As the page that failed, else as the browser asks: no script can read the cookie of the choice. */
function readLocale(): Locale {
  return parseLocale(document.documentElement.lang) ?? acceptedLocale(navigator.languages.join());
}

const neverChanges = () => () => undefined;

/** The frame itself failed: this page stands in for all of it. */
export default function GlobalErrorPage({ reset }: { reset: () => void }) {
  const locale = useSyncExternalStore(neverChanges, readLocale, () => "en" as const);
  const { title, text, again } = words[locale];
  return (
    <html lang={locale} className={sans.variable}>
      <body className="font-sans">
        <title>{title}</title>
        <MessagePage title={title} actions={<Button onClick={reset}>{again}</Button>}>
          {text}
        </MessagePage>
      </body>
    </html>
  );
}
