"use client";

import { RotateCw } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { useTranslate } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { shareBox } from "../../ui/styled-box.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { GuideLines } from "./guides.tsx";
import type { Base } from "./live-preview.ts";
import { withOption } from "./options.ts";
import {
  boxShares,
  type Guide,
  layoutOf,
  moveBy,
  nudge,
  type Placement,
  placementOf,
  rotateTo,
  scaleTo,
} from "./placement.ts";
import { useDrag } from "./use-arrange.ts";

interface ProductHandlesProps {
  base: Base;
  frame: Size;
  frameRef: RefObject<HTMLElement | null>;
}

const corners = [
  "-top-4 -left-4 cursor-nwse-resize",
  "-top-4 -right-4 cursor-nesw-resize",
  "-bottom-4 -left-4 cursor-nesw-resize",
  "-right-4 -bottom-4 cursor-nwse-resize",
];

export function CornerHandles(props: ComponentProps<"span">) {
  return corners.map((corner) => (
    <span
      key={corner}
      aria-hidden
      className={cn("absolute grid size-8 touch-none place-items-center", corner)}
      {...props}
    >
      <span className="size-3 rounded-full border-2 border-white bg-accent shadow-[0_0_0_1px_rgb(0_0_0/0.35)]" />
    </span>
  ));
}

/** The product's box over the preview: move, scale and rotate it by handles or keys. */
export function ProductHandles({ base, frame, frameRef }: ProductHandlesProps) {
  const t = useTranslate();
  const studio = useStudio();
  const hintId = useId();
  const layout = useStudioState(({ settings }) => settings.options.layout);
  const isQuiet = useStudioState(({ arrange }) => arrange.group !== "layout");
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const standard = base.placement;
  const placement = placementOf(layout, standard);
  const put = (next: Placement) =>
    studio.setOptions((options) => withOption(options, "layout", layoutOf(next, standard)));

  const shared = { frame: () => frameRef.current, start: () => placement };
  const move = useDrag({
    ...shared,
    onDrag: ({ start, from, to, isFree }) => {
      const by = { x: to.x - from.x, y: to.y - from.y };
      const moved = moveBy({ start, by, standard, frame, snaps: !isFree });
      setGuides(moved.guides);
      put(moved.placement);
    },
    onEnd: () => setGuides([]),
  });
  const scale = useDrag({
    ...shared,
    onDrag: ({ isFree, ...turn }) => put(scaleTo({ ...turn, standard, frame, snaps: !isFree })),
  });
  const rotate = useDrag({
    ...shared,
    onDrag: ({ isFree, ...turn }) => put(rotateTo({ ...turn, standard, frame, snaps: !isFree })),
  });

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nudge(placement, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    if (next === "standard") studio.setOptions((options) => withOption(options, "layout", undefined));
    else put(next);
  };

  const { width, height } = boxShares(placement.scale, base.product, frame);
  // Near the upper edge of the frame, the rotation handle would be hidden.
  const turnsBelow = placement.y - height / 2 < 0.04;
  return (
    <>
      <GuideLines guides={guides} />
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the product; the inputs next to it do the same
        tabIndex={0}
        role="application"
        aria-label={t("Product in the frame")}
        aria-describedby={hintId}
        data-testid="product-box"
        onKeyDown={press}
        {...move}
        style={{
          ...shareBox({ left: placement.x, top: placement.y, width, height }),
          transform: `translate(-50%, -50%) rotate(${placement.rotationDeg}deg)`,
        }}
        className={cn(
          "group/box absolute cursor-move touch-none rounded-sm outline-offset-4",
          isQuiet &&
            "opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-0",
        )}
      >
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-sm border-[1.5px] border-white shadow-[0_0_0_1px_rgb(0_0_0/0.45),inset_0_0_0_1px_rgb(0_0_0/0.25)]"
        />
        <CornerHandles data-testid="scale-handle" {...scale} />
        <span
          aria-hidden
          data-testid="rotate-handle"
          className={cn(
            "absolute left-1/2 grid size-10 -translate-x-1/2 cursor-grab touch-none place-items-center active:cursor-grabbing",
            turnsBelow ? "bottom-2" : "-top-11",
          )}
          {...rotate}
        >
          <span className="grid size-6.5 place-items-center rounded-full border-2 border-white bg-accent text-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)]">
            <RotateCw className="size-3.5" />
          </span>
        </span>
      </div>
      <p id={hintId} hidden>
        {t("Arrow keys move it, plus and minus scale it, comma and period turn it. Home resets it.")}
      </p>
    </>
  );
}
