/** Languages of pages and mails. */
export const locales = ["en", "de"] as const;
export type Locale = (typeof locales)[number];

/** The name of each language in that language. */
export const localeNames: Record<Locale, string> = { en: "English", de: "Deutsch" };

/** Cookie with the chosen language; it also works before sign-in. */
export const localeCookie = "locale";
/** The time zone of the browser, for the days of pages. */
export const timeZoneCookie = "time_zone";
export const localeCookieSeconds = 31_536_000;

export function parseLocale(value: string | null | undefined): Locale | null {
  return locales.find((locale) => locale === value) ?? null;
}

/** The first supported language of an Accept-Language header (RFC 9110, 12.5.4); English by default. */
export function acceptedLocale(header: string | null | undefined): Locale {
  const wanted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part, place) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { language: tag.split("-")[0], weight: Number(weight ?? 1), place };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  for (const { language } of wanted) {
    const found = parseLocale(language);
    if (found) return found;
  }
  return "en";
}
