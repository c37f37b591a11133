"use client";

import { useId, useState } from "react";
import { cn } from "../../ui/cn.ts";
import { inputClass } from "../../ui/field.tsx";
import { withStyle } from "../../ui/styled-box.tsx";
import { clamp, round } from "./placement.ts";

interface SliderFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  /** Step of the slider; the input next to it accepts finer values. */
  step?: number;
  /** Factor of the displayed value: 100 shows a share in percent. */
  factor?: number;
  unit?: string;
  /** Labels of the slider's ends. */
  ends?: readonly [string, string];
  onChange: (value: number) => void;
}

/** A value set with a slider, or exactly in the input next to it; by default a share shown in percent. */
export function SliderField({
  label,
  value,
  min = 0,
  max = 1,
  step = 0.01,
  factor = 100,
  unit = "%",
  ends,
  onChange,
}: SliderFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const digits = step * factor < 0.1 ? 2 : 1;
  const shown = round(value * factor, digits);
  const type = (text: string) => {
    setDraft(text);
    const typed = Number(text);
    if (text.trim() !== "" && Number.isFinite(typed)) onChange(clamp(typed / factor, min, max));
  };
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        <span className="flex items-center gap-1.5">
          <input
            type="number"
            inputMode="decimal"
            aria-label={label}
            min={round(min * factor, digits)}
            max={round(max * factor, digits)}
            step="any"
            value={draft ?? shown}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setDraft(null)}
            className={cn(
              inputClass,
              "figures h-8 w-19 px-2 text-right sm:h-7 [&::-webkit-inner-spin-button]:appearance-none",
            )}
          />
          <span aria-hidden className="w-3 text-muted text-xs">
            {unit}
          </span>
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${shown}${unit ? ` ${unit}` : ""}`}
        onChange={(event) => onChange(Number(event.target.value))}
        ref={withStyle({ "--filled": `${((value - min) / (max - min)) * 100}%` })}
        className="slider mt-1 block"
      />
      {ends && (
        <p aria-hidden className="flex justify-between text-faint text-xs">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
    </div>
  );
}
