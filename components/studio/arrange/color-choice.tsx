"use client";

import { useState } from "react";
import { useTranslate } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { inputClass } from "../../ui/field.tsx";

interface ColorChoiceProps {
  /** `#rrggbb` in lowercase. */
  color: string;
  onChange: (color: string) => void;
}

/** Chooses a color: a suggestion, the browser's color picker, or a hex value. */
export function ColorChoice({ color, onChange }: ColorChoiceProps) {
  const t = useTranslate();
  const [draft, setDraft] = useState<string | null>(null);
  const swatches = [
    ["#ffffff", t("White")],
    ["#f4efe6", t("Cream")],
    ["#e8e8ea", t("Light grey")],
    ["#c9b8a3", t("Sand")],
    ["#f3d3cf", t("Rose")],
    ["#e2725b", t("Terracotta")],
    ["#f2d06b", t("Yellow")],
    ["#b9c8b0", t("Sage")],
    ["#5f7f6a", t("Green")],
    ["#c5d9e8", t("Light blue")],
    ["#2f4a73", t("Navy")],
    ["#1d1d20", t("Black")],
  ] as const;
  const type = (text: string) => {
    setDraft(text);
    const typed = `#${text.trim().replace(/^#/, "")}`.toLowerCase();
    if (/^#[0-9a-f]{6}$/.test(typed)) onChange(typed);
  };
  return (
    <>
      <ul aria-label={t("Colors")} className="grid grid-cols-6 gap-2">
        {swatches.map(([hex, name]) => (
          <li key={hex}>
            <button
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={hex === color}
              onClick={() => onChange(hex)}
              style={{ backgroundColor: hex }}
              className={cn(
                "block h-9 w-full rounded-md ring-1 ring-line-strong transition-shadow",
                hex === color && "ring-2 ring-accent-ink ring-offset-2 ring-offset-surface",
              )}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2.5">
        <input
          type="color"
          aria-label={t("Pick a color")}
          value={color}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
        <input
          type="text"
          aria-label={t("Color as a number like #f4efe6")}
          spellCheck={false}
          maxLength={7}
          value={draft ?? color}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setDraft(null)}
          className={cn(inputClass, "figures h-9 w-28 px-2.5")}
        />
      </div>
    </>
  );
}
