"use client";

import { GripHorizontal } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { useTranslate } from "../../language/language.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { withOption } from "./options.ts";
import { clamp, round } from "./placement.ts";
import { useDrag } from "./use-arrange.ts";

/** The draggable line at which the surface in the seller's own backdrop ends. */
export function HorizonLine({ frameRef }: { frameRef: RefObject<HTMLElement | null> }) {
  const t = useTranslate();
  const studio = useStudio();
  const horizon = useStudioState(({ settings }) => settings.options.background?.horizon ?? null);
  const put = (value: number) =>
    studio.setOptions((options) =>
      withOption(options, "background", { ...options.background, horizon: round(clamp(value, 0, 1), 3) }),
    );
  const drag = useDrag({
    frame: () => frameRef.current,
    start: () => horizon ?? 0.5,
    onDrag: ({ start, from, to }) => put(start + to.y - from.y),
  });
  if (horizon === null) return null;
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.05 : 0.005;
    const by = { ArrowUp: -step, ArrowDown: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    put(horizon + by);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("Where the surface ends")}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(horizon * 100)}
      data-testid="horizon"
      onKeyDown={press}
      {...drag}
      style={{ top: `${horizon * 100}%` }}
      className="absolute inset-x-0 grid h-8 -translate-y-1/2 cursor-ns-resize touch-none place-items-center"
    >
      <span
        aria-hidden
        className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
      />
      <span
        aria-hidden
        className="relative grid h-5 w-9 place-items-center rounded-full border-2 border-white bg-accent text-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)]"
      >
        <GripHorizontal className="size-3.5" />
      </span>
    </div>
  );
}
