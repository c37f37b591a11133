"use client";

import { useRef, useState } from "react";
import { maxPromptLength } from "#lib/contract/limits.ts";
import { styles } from "#lib/contract/photos/styles.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { Button, pillClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PromptNotes } from "../prompt/notes.tsx";
import { useStudio, useStudioState } from "../store.ts";

/**
 * The prompt. The scene grid below starts with the scenes that match it best. Words typed while a scene is selected
 * deselect it, because they would have no effect in it.
 */
export function PromptBox() {
  const { t, sceneName } = useLanguage();
  const studio = useStudio();
  const field = useRef<HTMLTextAreaElement>(null);
  const { prompt, scene } = useStudioState(({ settings }) => settings);
  const [deselected, setDeselected] = useState<string | null>(null);
  const type = (words: string) => {
    const isDeselected = scene !== null && words.trim() !== "";
    if (isDeselected) setDeselected(scene);
    if (words.trim() === "") setDeselected(null);
    studio.set({ prompt: words, ...(isDeselected && { scene: null }) });
  };
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
        onChange={(event) => type(event.target.value)}
        className="max-h-40 min-h-10"
      />
      {deselected !== null && scene === null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 pt-1.5 text-muted text-xs">
          {t("“{scene}” is no longer selected: your words describe the scene.", {
            scene: sceneName(deselected),
          })}
          <Button variant="ghost" size="sm" onClick={() => studio.set({ scene: deselected })}>
            {t("Select it again")}
          </Button>
        </p>
      )}
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
