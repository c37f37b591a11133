"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Locale } from "#lib/contract/locales.ts";
import {
  createLanguage,
  type Language,
  type Messages,
  type SceneNames,
  type Translate,
} from "#lib/language/translate.ts";

const LanguageContext = createContext<Language>(createLanguage("en", {}));

interface LanguageProviderProps {
  locale: Locale;
  messages: Messages;
  children: ReactNode;
}

/** Provides the language. Only the messages of the page's language are sent with it. */
export function LanguageProvider({ locale, messages, children }: LanguageProviderProps) {
  const language = useMemo(() => createLanguage(locale, messages), [locale, messages]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** Adds the names of the rendered scenes, for the pages that show photos. */
export function SceneNamesProvider({ names, children }: { names: SceneNames; children: ReactNode }) {
  const language = useLanguage();
  const named = useMemo(
    () => ({ ...language, sceneName: (id: string) => names[id] ?? id }),
    [language, names],
  );
  return <LanguageContext value={named}>{children}</LanguageContext>;
}

/** The language of the page, for client components. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export function useTranslate(): Translate {
  return useLanguage().t;
}
