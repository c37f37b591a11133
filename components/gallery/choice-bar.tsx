"use client";

import { Download, Trash2, X } from "lucide-react";
import { CutoutOfChosen } from "../cutouts/cutout-actions.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import type { Entry } from "./model.ts";

interface ChoiceBarProps {
  count: number;
  /** How many of them have a picture. */
  pictures: number;
  chosen: readonly Entry[];
  onClear: () => void;
  onDelete: () => Promise<void>;
}

/** What can be done with the chosen entries; stands inside the form that holds their checkboxes. */
export function ChoiceBar({ count, pictures, chosen, onClear, onDelete }: ChoiceBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Chosen"
      className="sticky bottom-19 z-20 mx-auto mt-6 flex w-fit max-w-full animate-rise-in items-center gap-1.5 rounded-xl bg-raised p-2 pl-4 shadow-float lg:bottom-6"
    >
      <p className="mr-2 whitespace-nowrap font-medium text-sm" aria-live="polite">
        {count} chosen
      </p>
      <Button type="submit" size="sm" disabled={pictures === 0}>
        <Download aria-hidden /> ZIP
      </Button>
      <CutoutOfChosen entries={chosen} />
      <ConfirmDialog
        trigger={
          <Button variant="secondary" size="sm">
            <Trash2 aria-hidden /> Delete
          </Button>
        }
        title={`Delete ${count === 1 ? "this" : `these ${count}`} for good?`}
        description="The pictures go from the image host as well, so shops that show them by their addresses lose them. What they cost stays in your usage."
        confirmLabel={`Delete ${count}`}
        onConfirm={onDelete}
      />
      <IconButton icon={X} size="icon-sm" label="Choose none" onClick={onClear} />
    </section>
  );
}
