"use client";

import { useId } from "react";
import { type Stance, stances } from "#lib/contract/photos/values.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { stanceName } from "../../photos/names.ts";
import { cn } from "../../ui/cn.ts";
import { Choices, tileClass } from "../../ui/field.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { withOption } from "./options.ts";
import { useLivePreview } from "./use-arrange.ts";

const automatic = "automatic";

export function StanceChoice() {
  const t = useTranslate();
  const noteId = useId();
  const { setOptions } = useStudio();
  const chosen = useStudioState(({ settings }) => settings.options.stance) ?? null;
  const { shown } = useLivePreview();
  const choose = (next: Stance | typeof automatic) =>
    setOptions((options) => withOption(options, "stance", next === automatic ? undefined : next));
  const isUnsure = shown?.notes.some(({ code }) => code === "unsure_stance") ?? false;
  return (
    <div>
      <Choices
        aria-label={t("How the product is placed")}
        aria-describedby={noteId}
        className="flex flex-wrap gap-1.5"
        options={[automatic, ...stances]}
        chosen={chosen ?? automatic}
        onChoose={choose}
        optionClass={cn(tileClass, "text-center font-medium text-xs")}
      >
        {(option) => (option === automatic ? t("Automatic") : stanceName(option, t))}
      </Choices>
      <p id={noteId} className="mt-1.5 min-h-4 text-faint text-xs" aria-live="polite">
        {chosen === null && shown?.stance && detected(shown.stance, isUnsure, t)}
      </p>
    </div>
  );
}

function detected(stance: Stance, isUnsure: boolean, t: Translate): string {
  const name = stanceName(stance, t);
  return isUnsure
    ? t("Probably: {stance}. Check whether it is right.", { stance: name })
    : t("Detected: {stance}", { stance: name });
}
