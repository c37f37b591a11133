"use client";

import { type Locale, localeNames, locales } from "#lib/contract/locales.ts";
import { chooseLanguage } from "../language/actions.ts";
import { useLanguage } from "../language/language.tsx";
import { cn } from "../ui/cn.ts";

/** Selects the language of the pages: one button per language in a form that works before scripts load. */
export function LanguageChoice() {
  const { t, locale } = useLanguage();
  return (
    <form action={chooseLanguage}>
      <fieldset aria-label={t("Language")} className="inline-flex gap-0.5 rounded-lg bg-sunken p-0.5">
        {locales.map((option: Locale) => (
          <button
            key={option}
            type="submit"
            name="locale"
            value={option}
            lang={option}
            aria-pressed={option === locale}
            className={cn(
              "h-8 touch:h-11 rounded-md px-2.5 text-sm transition-colors hover:text-ink",
              option === locale ? "bg-thumb text-ink shadow-card" : "text-muted",
            )}
          >
            {localeNames[option]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
