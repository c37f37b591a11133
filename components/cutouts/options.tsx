"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { useTranslate } from "../language/language.tsx";
import { formatName } from "../photos/model.ts";
import { Checkbox, Select } from "../ui/field.tsx";
import { type CutoutChoices, changeChoices } from "./model.ts";

const marginsPercent = [0, 2, 5, 10, 20];

interface CutoutOptionsProps {
  choices: CutoutChoices;
  onChange: (choices: CutoutChoices) => void;
}

export function CutoutOptions({ choices, onChange }: CutoutOptionsProps) {
  const t = useTranslate();
  const id = useId();
  const set = (part: Partial<CutoutChoices>) => onChange(changeChoices(choices, part));
  return (
    <details className="group">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-md py-1 pr-2 font-medium text-muted text-sm hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t("More options")}
      </summary>
      <div className="mt-2 space-y-4 text-sm">
        <div className="flex items-center justify-between gap-4">
          <label htmlFor={`${id}-format`}>{t("Format")}</label>
          <Select
            id={`${id}-format`}
            value={choices.format}
            onChange={({ currentTarget }) => {
              const format = resultFormats.find((name) => name === currentTarget.value);
              if (format) set({ format });
            }}
            className="h-9 w-auto px-2.5"
            options={resultFormats.map((format) => [format, formatName(format)])}
          />
        </div>
        <div className="flex min-h-9 items-center justify-between gap-4">
          <Checkbox
            checked={choices.color !== null}
            onChange={({ currentTarget }) => set({ color: currentTarget.checked ? "#ffffff" : null })}
            label={t("Colored background")}
          />
          {choices.color !== null && (
            <input
              type="color"
              aria-label={t("Color of the background")}
              value={choices.color}
              onChange={({ currentTarget }) => set({ color: currentTarget.value })}
              className="h-9 w-14 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
            />
          )}
        </div>
        <div className="flex min-h-9 items-center justify-between gap-4">
          <Checkbox
            checked={choices.trim}
            onChange={({ currentTarget }) => set({ trim: currentTarget.checked })}
            label={t("Crop to the product")}
          />
          {choices.trim && (
            <Select
              aria-label={t("Margin around the product")}
              value={Math.round(choices.margin * 100)}
              onChange={({ currentTarget }) => set({ margin: Number(currentTarget.value) / 100 })}
              className="h-9 w-auto px-2.5"
              options={marginsPercent.map((percent) => [
                percent,
                percent === 0 ? t("No margin") : t("{percent, number} % margin", { percent }),
              ])}
            />
          )}
        </div>
      </div>
    </details>
  );
}
