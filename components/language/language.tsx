"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Locale } from "#lib/contract/locales.ts";
import { createLanguage, type Language, type Messages, type Translate } from "#lib/language/translate.ts";

const LanguageContext = createContext<Language>(createLanguage("en", {}));

interface LanguageProviderProps {
  locale: Locale;
  messages: Messages;
  children: ReactNode;
}

/** Provides the language. The messages come with the page, so that other languages cost no bytes. */
export function LanguageProvider({ locale, messages, children }: LanguageProviderProps) {
  const language = useMemo(() => createLanguage(locale, messages), [locale, messages]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** The language of the page, for components that run in the browser. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export function useTranslate(): Translate {
  return useLanguage().t;
}
