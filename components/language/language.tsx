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
  sceneNames: SceneNames;
  children: ReactNode;
}

/** Provides the language. Only the messages of the page's language are sent with it. */
export function LanguageProvider({ locale, messages, sceneNames, children }: LanguageProviderProps) {
  const language = useMemo(
    () => createLanguage(locale, messages, sceneNames),
    [locale, messages, sceneNames],
  );
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** The language of the page, for client components. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export function useTranslate(): Translate {
  return useLanguage().t;
}
