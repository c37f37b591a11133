"use client";

import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

interface SegmentedProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; name?: string }[];
  /** Name of the whole group. */
  label: string;
  className?: string;
}

/** One of a few, side by side: a radio group by keyboard and to screen readers. */
export function Segmented<Value extends string>({
  value,
  onChange,
  options,
  label,
  className,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      aria-label={label}
      orientation="horizontal"
      className={cn("inline-flex gap-0.5 rounded-lg bg-sunken p-0.5", className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          {...(option.name && { "aria-label": option.name })}
          className={cn(
            "inline-flex h-8 min-w-8 flex-1 items-center justify-center gap-1.5 rounded-md px-2.5 font-medium text-muted text-sm",
            "transition-colors hover:text-ink [&_svg]:size-4",
            "data-[state=checked]:bg-thumb data-[state=checked]:text-ink data-[state=checked]:shadow-card",
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
