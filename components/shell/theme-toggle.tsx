"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { Segmented } from "../ui/segmented.tsx";
import { parseTheme, type Theme, themeCookie } from "./theme.ts";

const yearSeconds = 31_536_000;

const options = [
  { value: "system", name: "As the system", label: <Monitor aria-hidden /> },
  { value: "light", name: "Light", label: <Sun aria-hidden /> },
  { value: "dark", name: "Dark", label: <Moon aria-hidden /> },
] as const;

/** Chooses light, dark or the system's theme; at once here, and by cookie on every later page. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState<Theme>(initial);
  // Two toggles can be on one page; the document holds the truth.
  useEffect(() => setTheme(parseTheme(document.documentElement.dataset.theme)), []);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const value = next === "system" ? "; Max-Age=0" : `${next}; Max-Age=${yearSeconds}`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${themeCookie}=${value}; Path=/; SameSite=Lax`;
  };
  return <Segmented label="Theme" value={theme} onChange={choose} options={options} />;
}
