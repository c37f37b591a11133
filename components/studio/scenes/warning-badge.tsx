"use client";

import { TriangleAlert } from "lucide-react";
import { asksForLook, type NoteKind } from "#lib/contract/photos/notes.ts";
import { describeNotes } from "../../gallery/words.ts";
import { useTranslate } from "../../language/language.tsx";

/** On a small picture: that its photo would have a note, which its title and screen readers tell. */
export function WarningBadge({ notes }: { notes: readonly NoteKind[] }) {
  const t = useTranslate();
  const warnings = notes.filter(asksForLook);
  if (warnings.length === 0) return null;
  const text = describeNotes(warnings, t).join(" ");
  return (
    <span
      title={text}
      data-testid="warning"
      className="absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-warn-soft text-warn-ink shadow-float"
    >
      <TriangleAlert aria-hidden className="size-3" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
