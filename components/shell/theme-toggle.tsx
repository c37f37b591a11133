"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Radio } from "../ui/field.tsx";
import { parseTheme, type Theme, themeCookie } from "./theme.ts";

const yearSeconds = 31_536_000;

const options = [
  { value: "system", name: "As the system", icon: Monitor },
  { value: "light", name: "Light", icon: Sun },
  { value: "dark", name: "Dark", icon: Moon },
] as const;

/** Chooses light, dark or the system's theme; at once here, and by cookie on every later page. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const group = useId();
  const [theme, setTheme] = useState<Theme>(initial);
  // A toggle elsewhere may have changed it since the server made the page.
  useEffect(() => setTheme(parseTheme(document.documentElement.dataset.theme)), []);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const value = next === "system" ? "; Max-Age=0" : `${next}; Max-Age=${yearSeconds}`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${themeCookie}=${value}; Path=/; SameSite=Lax`;
  };
  return (
    <fieldset aria-label="Theme" className="inline-flex gap-0.5 rounded-lg bg-sunken p-0.5">
      {options.map(({ value, name, icon: Icon }) => (
        <label
          key={value}
          className="relative inline-flex h-8 min-w-8 flex-1 items-center justify-center rounded-md px-2.5 text-muted transition-colors hover:text-ink has-checked:bg-thumb has-checked:text-ink has-checked:shadow-card"
        >
          <Radio group={group} checked={value === theme} onChoose={() => choose(value)} name={name} />
          <Icon aria-hidden className="size-4" />
        </label>
      ))}
    </fieldset>
  );
}
