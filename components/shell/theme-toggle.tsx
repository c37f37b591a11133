"use client";

import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { Choices } from "../ui/field.tsx";
import { parseTheme, type Theme, themeCookie, themes } from "./theme.ts";

const yearSeconds = 31_536_000;

const icons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

/** Switches between the light, dark and system theme: applies it at once, and sets a cookie for later pages. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const t = useTranslate();
  const names: Record<Theme, string> = {
    system: t("As the system"),
    light: t("Light theme"),
    dark: t("Dark theme"),
  };
  const [theme, setTheme] = useState<Theme>(initial);
  // Another toggle may have changed it since the server rendered the page.
  useEffect(() => setTheme(parseTheme(document.documentElement.dataset.theme)), []);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const value = next === "system" ? "; Max-Age=0" : `${next}; Max-Age=${yearSeconds}`;
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API
    document.cookie = `${themeCookie}=${value}; Path=/; SameSite=Lax${secure}`;
  };
  return (
    <Choices
      aria-label={t("Theme")}
      className="inline-flex gap-0.5 rounded-lg bg-sunken p-0.5"
      options={themes}
      chosen={theme}
      onChoose={choose}
      optionClass="inline-flex h-8 touch:h-11 min-w-8 touch:min-w-11 flex-1 items-center justify-center rounded-md px-2.5 text-muted transition-colors hover:text-ink has-checked:bg-thumb has-checked:text-ink has-checked:shadow-card"
      nameOf={(option) => names[option]}
    >
      {(option) => {
        const Icon = icons[option];
        return <Icon aria-hidden className="size-4" />;
      }}
    </Choices>
  );
}
