"use client";

import { TriangleAlert } from "lucide-react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { asksForLook } from "#lib/contract/photos/notes.ts";
import { useTranslate } from "../../language/language.tsx";
import { Button } from "../../ui/button.tsx";
import { viewOf } from "../scenes/entries.ts";
import { keyOfView } from "../scenes/product-pictures.ts";
import { useStudio, useStudioState } from "../store.ts";

/** Before an order of several pictures: how many previews have notes, and buttons that select the others or show them. */
export function WarnedPictures() {
  const t = useTranslate();
  const studio = useStudio();
  const chosen = useStudioState(
    useShallow(({ sources }) => sources.filter(({ selected, imageUrl }) => selected && imageUrl !== null)),
  );
  const view = useStudioState(useShallow(({ settings }) => viewOf(settings)));
  const made = useStore(studio.pictures.store);
  const warned = chosen.filter(({ imageUrl }) =>
    made.get(keyOfView({ ...view, imageUrl: imageUrl ?? "" }))?.notes.some(asksForLook),
  );
  const [first] = warned;
  const others = chosen.length - warned.length;
  const deselect = () => {
    for (const { id } of warned) studio.toggle(id);
  };
  return (
    <div role="status" className="empty:hidden">
      {first && chosen.length > 1 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-warn-ink text-xs">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 flex-1 basis-40">
            {t("{count, plural, one {# picture has a warning.} other {# pictures have warnings.}}", {
              count: warned.length,
            })}
          </span>
          <Button variant="ghost" size="sm" onClick={() => studio.show(first.id)}>
            {t("Look at it")}
          </Button>
          {others > 0 && (
            <Button variant="ghost" size="sm" onClick={deselect}>
              {t("{count, plural, one {Only the other one} other {Only the # others}}", { count: others })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
