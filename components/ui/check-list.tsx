import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** Facts, each with a check mark. */
export function CheckList({ facts, className }: { facts: readonly ReactNode[]; className?: string }) {
  return (
    <ul className={cn("space-y-1.5 text-muted text-sm", className)}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a plan never change their order
        <li key={index} className="flex items-start gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}
