"use client";

import { SlidersHorizontal, X } from "lucide-react";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { IconButton } from "../../ui/button.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { changedGroups, type OptionGroup, withoutGroups } from "./options.ts";

function changeOf(group: OptionGroup, t: Translate): string {
  const texts: Record<OptionGroup, string> = {
    layout: t("Layout changed"),
    light: t("Light changed"),
    shadow: t("Shadow changed"),
    background: t("Background changed"),
    crop: t("Cropped"),
  };
  return texts[group];
}

export function OptionChanges() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const options = useStudioState(({ settings }) => settings.options);
  const changed = changedGroups(options);
  if (changed.length === 0) return null;
  return (
    <div
      data-testid="option-changes"
      className="flex items-center gap-2.5 rounded-lg bg-accent-soft py-1 pr-1 pl-3 text-accent-ink text-sm"
    >
      <SlidersHorizontal aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1">{changed.map((group) => changeOf(group, t)).join(" · ")}</p>
      <IconButton
        icon={X}
        size="icon-sm"
        label={t("Reset layout, light and background")}
        title={t("Reset")}
        onClick={() => setOptions(withoutGroups)}
        className="text-accent-ink hover:bg-surface"
      />
    </div>
  );
}
