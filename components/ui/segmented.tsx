"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";
import { Radio } from "./field.tsx";

interface SegmentedProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; name?: string }[];
  /** Name of the whole group. */
  label: string;
  className?: string;
}

/** One of a few, side by side: radio buttons to the keyboard and to screen readers. */
export function Segmented<Value extends string>({
  value,
  onChange,
  options,
  label,
  className,
}: SegmentedProps<Value>) {
  const group = useId();
  return (
    <fieldset aria-label={label} className={cn("inline-flex gap-0.5 rounded-lg bg-sunken p-0.5", className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "relative inline-flex h-8 min-w-8 flex-1 items-center justify-center gap-1.5 rounded-md px-2.5 font-medium text-muted text-sm",
            "transition-colors hover:text-ink [&_svg]:size-4",
            "has-checked:bg-thumb has-checked:text-ink has-checked:shadow-card",
          )}
        >
          <Radio
            group={group}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
            {...(option.name && { name: option.name })}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
