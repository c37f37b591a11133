"use client";

import { Sun } from "lucide-react";
import { type PointerEvent, useRef } from "react";
import { useTranslate } from "../../language/language.tsx";
import { preventFling } from "../../ui/touch.ts";
import { directionOf, knobOf, type LightDirection } from "./light.ts";

interface LightDialProps {
  direction: LightDirection;
  onChange: (direction: LightDirection) => void;
}

/**
 * A dial that shows the set from above with the light: the nearer to the center, the higher. Pointer only; the
 * sliders serve the keyboard.
 */
export function LightDial({ direction, onChange }: LightDialProps) {
  const t = useTranslate();
  const isHeld = useRef(false);
  const knob = knobOf(direction);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [((clientX - left) / width) * 2 - 1, ((clientY - top) / height) * 2 - 1];
    onChange(directionOf({ x, y }, direction));
  };
  const end = () => {
    isHeld.current = false;
  };
  return (
    <div aria-hidden className="mx-auto w-max text-center text-2xs text-faint">
      {t("behind")}
      <div
        ref={preventFling}
        data-testid="light-dial"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          isHeld.current = true;
          follow(event);
        }}
        onPointerMove={(event) => isHeld.current && follow(event)}
        onPointerUp={end}
        onPointerCancel={end}
        className="relative my-1 size-30 cursor-pointer touch-none rounded-full border border-line-strong bg-[radial-gradient(circle,var(--color-surface),var(--color-sunken))]"
      >
        <span className="absolute inset-1/4 rounded-full border border-line border-dashed" />
        <span className="absolute top-1/2 left-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-[3px] bg-line-strong" />
        <span
          style={{ left: `${50 + knob.x * 50}%`, top: `${50 + knob.y * 50}%` }}
          className="absolute grid size-7 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-accent text-on-accent shadow-float"
        >
          <Sun className="size-4" />
        </span>
      </div>
      {t("camera")}
    </div>
  );
}
