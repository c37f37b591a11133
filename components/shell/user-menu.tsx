"use client";

import { BookOpenText, CircleUser, LifeBuoy, LogOut } from "lucide-react";
import Link from "next/link";
import { startTransition } from "react";
import { localeNames, locales } from "#lib/contract/locales.ts";
import { chooseLanguage } from "../language/actions.ts";
import { useLanguage } from "../language/language.tsx";
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import type { Theme } from "./theme.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

interface UserMenuProps {
  name: string;
  email: string;
  theme: Theme;
  isOperator: boolean;
  signOut: () => Promise<void>;
}

export function UserMenu({ name, email, theme, isOperator, signOut }: UserMenuProps) {
  const { t, locale } = useLanguage();
  return (
    <Menu
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label={t("Your account")}
          className="grid size-8.5 touch:size-11 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs transition-shadow hover:ring-4 hover:ring-sunken"
        >
          {initialsOf(name, email)}
        </button>
      }
    >
      <div className="px-2.5 py-2">
        {name && <p className="truncate font-medium text-sm">{name}</p>}
        <p className="truncate text-muted text-xs">{email}</p>
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/account">
          <CircleUser aria-hidden /> {t("Account and sessions")}
        </Link>
      </MenuItem>
      {isOperator && (
        <MenuItem asChild>
          <Link href="/operator">
            <LifeBuoy aria-hidden /> {t("Support desk")}
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link href="/docs">
          <BookOpenText aria-hidden /> {t("API reference")}
        </Link>
      </MenuItem>
      <div className="flex items-center justify-between gap-3 py-1 pr-1 pl-2.5 text-sm">
        <span aria-hidden>{t("Theme")}</span>
        <ThemeToggle initial={theme} />
      </div>
      <MenuSeparator />
      <MenuChoices aria-label={t("Language")} value={locale} onValueChange={changeLanguage}>
        {locales.map((option) => (
          <MenuChoice key={option} value={option} lang={option}>
            {localeNames[option]}
          </MenuChoice>
        ))}
      </MenuChoices>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden /> {t("Sign out")}
      </MenuItem>
    </Menu>
  );
}

function changeLanguage(locale: string): void {
  const form = new FormData();
  form.set("locale", locale);
  startTransition(() => chooseLanguage(form));
}

function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? email];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
