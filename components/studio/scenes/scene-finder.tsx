"use client";

import { Search } from "lucide-react";
import { sceneCategoryNames } from "#lib/contract/scenes/categories.ts";
import type { Language } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { inputClass, Select } from "../../ui/field.tsx";
import { type Jump, jumps } from "./entries.ts";

interface SceneFinderProps {
  jump: Jump;
  words: string;
  onJump: (jump: Jump) => void;
  onSearch: (words: string) => void;
}

/** Finds a scene by its name, or jumps to a category. */
export function SceneFinder({ jump, words, onJump, onSearch }: SceneFinderProps) {
  const language = useLanguage();
  const { t } = language;
  return (
    <search className="flex shrink-0 gap-2 lg:-order-1">
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-3.5 text-faint"
        />
        <input
          type="search"
          value={words}
          onChange={(event) => onSearch(event.target.value)}
          aria-label={t("Find a scene")}
          placeholder={t("Find a scene")}
          className={cn(inputClass, "h-9 pr-1.5 pl-8")}
        />
      </div>
      <Select
        value={jump}
        onChange={(event) => onJump(jumps.find((one) => one === event.target.value) ?? "suggested")}
        options={jumps.map((one) => [one, jumpName(one, language)] as const)}
        aria-label={t("Category")}
        className="h-9 w-[44%] px-2"
      />
    </search>
  );
}

export function jumpName(jump: Jump, { t, locale }: Language): string {
  return jump === "suggested" ? t("Suggestions") : sceneCategoryNames[jump][locale];
}
