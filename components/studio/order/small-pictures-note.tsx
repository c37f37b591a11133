"use client";

import { TriangleAlert } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { useTranslate } from "../../language/language.tsx";
import { useStudioState } from "../store.ts";
import { smallPictures } from "./summary.ts";

/** Warns before the order that a picture has too few pixels for the selected size. */
export function SmallPicturesNote() {
  const t = useTranslate();
  const small = useStudioState(useShallow(smallPictures));
  return (
    <div role="status" className="empty:hidden">
      {small && (
        <p className="mb-2.5 flex gap-2 text-warn-ink text-xs">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0">
            {small.count === 1
              ? t("{name} has {width} × {height} pixels and will look soft at {resolution}.", small)
              : t(
                  "{count} pictures are small and will look soft at {resolution}; the smallest has {width} × {height} pixels.",
                  small,
                )}
          </span>
        </p>
      )}
    </div>
  );
}
