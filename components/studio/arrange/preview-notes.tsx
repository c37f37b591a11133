"use client";

import type { NoteCode } from "#lib/contract/photos/notes.ts";
import { describeNotes } from "../../gallery/words.ts";
import { useTranslate } from "../../language/language.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { useLivePreview } from "./use-arrange.ts";

const correctable: readonly NoteCode[] = ["color_cast", "too_dark", "tilted"];
/** Shown with the choice of the stance. */
const elsewhere: readonly NoteCode[] = ["unsure_stance"];

/** What the preview says about the picture, and the way to its correction and back. */
export function PreviewNotes() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const correct = useStudioState(({ settings }) => settings.options.correct);
  const { shown } = useLivePreview();
  const notes = (shown?.notes ?? []).filter(({ code }) => !elsewhere.includes(code));
  if (notes.length === 0) return null;
  const isCorrected = correct === "auto";
  return (
    <p className="whitespace-normal text-xs" aria-live="polite" data-testid="preview-notes">
      {describeNotes(notes, t).join(" ")}{" "}
      {notes.some(({ code }) => correctable.includes(code)) && (
        <button
          type="button"
          className="text-accent-ink underline"
          onClick={() => setOptions((options) => ({ ...options, correct: isCorrected ? "off" : "auto" }))}
        >
          {isCorrected ? t("Undo the correction") : t("Correct it")}
        </button>
      )}
      {notes.some(({ code }) => code === "glass_background_kept") && (
        <button
          type="button"
          className="text-accent-ink underline"
          onClick={() => setOptions((options) => ({ ...options, material: "glass" }))}
        >
          {t("Show the scene through it")}
        </button>
      )}
    </p>
  );
}
