"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

interface TabsProps {
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** Name of the whole group. */
  label: string;
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}

export function Tabs({ tabs, label, value, onChange, className }: TabsProps) {
  return (
    <Radix.Root
      className={className}
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              "-mb-px shrink-0 border-transparent border-b-2 pt-1 pb-2.5 font-medium text-muted text-sm hover:text-ink",
              "data-[state=active]:border-accent-ink data-[state=active]:text-ink",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5 outline-none">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
