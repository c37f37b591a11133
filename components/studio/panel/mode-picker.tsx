"use client";

import { useId } from "react";
import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import { useTranslate } from "../../language/language.tsx";
import { isPaintable, modeTexts, offeredModes } from "../../photos/modes.ts";
import { cn } from "../../ui/cn.ts";
import { Choices } from "../../ui/field.tsx";
import { useMode, useStudio, useStudioState } from "../store.ts";

/** Selects the mode of the photos; renders nothing if there is only one. */
export function ModePicker() {
  const id = useId();
  const t = useTranslate();
  const { set, modes } = useStudio();
  const current = useMode();
  const styles = useStudioState(({ settings }) => settings.styles);
  const offered = offeredModes(modes.models);
  if (offered.length === 0) return null;
  const nameOf = (mode: PhotoMode) =>
    modeTexts(t)[mode].name(offered.find((one) => one.mode === mode)?.model ?? null);
  const white = styles.some((style) => !isPaintable(style));
  return (
    <div>
      <h2 id={id} className="mb-2 font-medium text-sm">
        {t("How it is made")}
      </h2>
      {styles.some(isPaintable) && (
        <Choices
          aria-labelledby={id}
          className="divide-y divide-line overflow-hidden rounded-lg border border-line"
          options={offered.map(({ mode }) => mode)}
          chosen={current}
          onChoose={(mode) => set({ mode })}
          optionClass={cn(
            "group flex items-start gap-2.5 px-3 py-1.5 transition-colors first:rounded-t-lg last:rounded-b-lg",
            "hover:bg-sunken has-checked:bg-accent-soft",
          )}
        >
          {(mode) => (
            <>
              <span className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface group-has-checked:border-accent-ink">
                <span className="hidden size-1.5 rounded-full bg-accent-ink group-has-checked:block" />
              </span>
              <span className="min-w-0">
                <span className="block break-words font-medium text-sm">{nameOf(mode)}</span>
                <span className="block text-muted text-xs">{modeTexts(t)[mode].text}</span>
              </span>
            </>
          )}
        </Choices>
      )}
      {white && (
        <p className="mt-1.5 text-muted text-xs">
          {t("The studio makes Amazon photos: white needs no model.")}
        </p>
      )}
    </div>
  );
}
