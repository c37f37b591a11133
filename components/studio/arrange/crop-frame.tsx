"use client";

import type { KeyboardEvent, RefObject } from "react";
import { useTranslate } from "../../language/language.tsx";
import { shareBox } from "../../ui/styled-box.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { type Crop, cropBox, cropFrom, cropOption, limitedCrop, nudgeCrop, zoomTo } from "./crop.ts";
import { withOption } from "./options.ts";
import { CornerHandles } from "./product-handles.tsx";
import { useDrag } from "./use-arrange.ts";

export function CropShade() {
  const crop = useStudioState(({ settings }) => settings.options.crop);
  if (!crop) return null;
  return (
    <div
      style={shareBox(cropBox(cropFrom(crop)))}
      className="pointer-events-none absolute shadow-[0_0_0_200rem_rgb(0_0_0/0.5)]"
    />
  );
}

/** The crop's box: dragged to move it, resized by its corners; keys do both. */
export function CropFrame({ frameRef }: { frameRef: RefObject<HTMLElement | null> }) {
  const t = useTranslate();
  const studio = useStudio();
  const crop = useStudioState(({ settings }) => settings.options.crop);
  const current = cropFrom(crop);
  const put = (next: Crop) => studio.setOptions((options) => withOption(options, "crop", cropOption(next)));
  const shared = { frame: () => frameRef.current, start: () => current };
  const move = useDrag({
    ...shared,
    onDrag: ({ start, from, to }) =>
      put(limitedCrop({ ...start, x: start.x + to.x - from.x, y: start.y + to.y - from.y })),
  });
  const zoom = useDrag({ ...shared, onDrag: ({ start, from, to }) => put(zoomTo(start, from, to)) });
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nudgeCrop(current, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    put(next);
  };
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the crop; the inputs next to it do the same
      tabIndex={0}
      role="application"
      aria-label={t("Part of the frame that is kept")}
      data-testid="crop-frame"
      onKeyDown={press}
      {...move}
      style={shareBox(cropBox(current))}
      className="absolute cursor-move touch-none border-[1.5px] border-white shadow-[0_0_0_1px_rgb(0_0_0/0.45)] outline-offset-2"
    >
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-1/3 h-1/3 border-white/50 border-y"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-1/3 w-1/3 border-white/50 border-x"
      />
      <CornerHandles data-testid="crop-handle" {...zoom} />
    </div>
  );
}
