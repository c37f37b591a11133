"use client";

import { Sun } from "lucide-react";
import type { PointerEvent } from "react";
import { useTranslate } from "../../language/language.tsx";
import { preventFling } from "../../ui/touch.ts";
import type { Point } from "../../ui/zoom.ts";
import { clamp, round } from "./placement.ts";

/** The direction of the key light: azimuth around the product seen from above (0 at the camera), and elevation. */
interface LightDirection {
  azimuthDeg: number;
  elevationDeg: number;
}

export const elevationRange = { min: 5, max: 90 } as const;
const rad = Math.PI / 180;

/**
 * Knob position on a dial of radius 1 that shows the set from above, with the camera at the bottom; the center is
 * straight above.
 */
export function knobOf({ azimuthDeg, elevationDeg }: LightDirection): Point {
  const reach = (90 - elevationDeg) / (90 - elevationRange.min);
  return { x: reach * Math.sin(azimuthDeg * rad), y: reach * Math.cos(azimuthDeg * rad) };
}

/** The light direction of a knob position; outside the dial the elevation is the minimum. */
export function directionOf({ x, y }: Point, before: LightDirection): LightDirection {
  const reach = clamp(Math.hypot(x, y), 0, 1);
  // Straight above, the azimuth is undefined: keep the previous one.
  const azimuthDeg = reach < 0.02 ? before.azimuthDeg : Math.round(Math.atan2(x, y) / rad) + 0;
  return { azimuthDeg, elevationDeg: round(90 - reach * (90 - elevationRange.min), 0) };
}

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
  const knob = knobOf(direction);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [((clientX - left) / width) * 2 - 1, ((clientY - top) / height) * 2 - 1];
    onChange(directionOf({ x, y }, direction));
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
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
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
