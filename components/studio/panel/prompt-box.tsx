"use client";

import { useRef } from "react";
import { maxPromptLength } from "#lib/contract/limits.ts";
import { styles } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { pillClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PromptNotes } from "../prompt/notes.tsx";
import { useStudio, useStudioState } from "../store.ts";

/** The prompt. The scene grid below starts with the scenes that match it best. */
export function PromptBox() {
  const t = useTranslate();
  const studio = useStudio();
  const field = useRef<HTMLTextAreaElement>(null);
  const prompt = useStudioState(({ settings }) => settings.prompt);
  return (
    // The server renders the order for phones; scripts change it on wide screens.
    <div className="lg:order-first">
      <TextField
        ref={field}
        label={t("Describe the scene")}
        aside={t("Or choose a scene")}
        rows={1}
        maxLength={maxPromptLength}
        value={prompt}
        placeholder={t("Marble counter, warm evening light")}
        onChange={(event) => studio.set({ prompt: event.target.value })}
        className="max-h-40 min-h-10"
      />
      <PromptNotes field={field} />
    </div>
  );
}

/** Suggested prompts for the selected style. */
export function Suggestions() {
  const t = useTranslate();
  const studio = useStudio();
  const { styles: chosen, prompt, scene } = useStudioState(({ settings }) => settings);
  const [only, other] = chosen;
  const suggestions = only && !other && scene === null ? Object.entries(styles[only].suggestions) : [];
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={t("Suggestions")} className="flex flex-wrap gap-1.5">
      {suggestions.map(([label, suggestion]) => {
        const isChosen = suggestion === prompt;
        return (
          <li key={label}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => studio.set({ prompt: isChosen ? "" : suggestion })}
              className={pillClass}
            >
              {t(label)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
