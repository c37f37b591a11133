"use client";

import { ChevronsLeftRight } from "lucide-react";
import { type PointerEvent, type ReactNode, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { cn } from "./cn.ts";
import { withStyle } from "./styled-box.tsx";

interface BeforeAfterProps {
  before: ReactNode;
  after: ReactNode;
  label: string;
  /** Initial position of the line in percent from the left, 0…100. */
  initial: number;
  className: string;
}

const stepPercent = 5;

/**
 * Two pictures of the same scene with a movable line between them (pointer, touch, arrow keys). Both children must
 * fill their box (`absolute inset-0 size-full`).
 */
export function BeforeAfter({ before, after, label, initial, className }: BeforeAfterProps) {
  const t = useTranslate();
  const [percent, setPercent] = useState(initial);
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPercent((before) => percentAcross(event.clientX, box) ?? before);
  };
  return (
    <div
      ref={withStyle({ "--split": `${percent}%` })}
      className={cn("group relative touch-pan-y select-none overflow-hidden", className)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      {after}
      <div className="absolute inset-0 bg-sunken [clip-path:inset(0_calc(100%-var(--split,50%))_0_0)]">
        {before}
      </div>
      <input
        type="range"
        aria-label={label}
        min={0}
        max={100}
        step={stepPercent}
        value={Math.round(percent)}
        aria-valuetext={t("{before} % before, {after} % after", {
          before: Math.round(percent),
          after: 100 - Math.round(percent),
        })}
        onChange={(event) => setPercent(Number(event.target.value))}
        className="peer pointer-events-none absolute inset-x-0 bottom-0 size-full opacity-0"
      />
      <div
        aria-hidden
        className={cn(
          "pointer-events-none absolute inset-y-0 left-[var(--split,50%)] w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_0.5px_rgb(0_0_0/0.25)]",
          "peer-focus-visible:[&>span]:outline-2 peer-focus-visible:[&>span]:outline-accent-ink peer-focus-visible:[&>span]:outline-offset-2",
        )}
      >
        <span className="absolute top-1/2 left-1/2 grid size-10 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-white text-[#1b1d24] shadow-[0_2px_10px_rgb(0_0_0/0.25)]">
          <ChevronsLeftRight className="size-5" />
        </span>
      </div>
      <Tag className="left-3" shown={percent > 18}>
        {t("Before")}
      </Tag>
      <Tag className="right-3" shown={percent < 82}>
        {t("After")}
      </Tag>
    </div>
  );
}

function Tag({ className, shown, children }: { className: string; shown: boolean; children: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "pointer-events-none absolute top-3 rounded-full bg-black/55 px-2.5 py-1 font-medium text-2xs text-white backdrop-blur-sm transition-opacity",
        shown ? "opacity-100" : "opacity-0",
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The horizontal position of a pointer in a box, 0…100; null if the box has no width. */
export function percentAcross(clientX: number, box: { left: number; width: number }): number | null {
  if (box.width === 0) return null;
  return Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100));
}
