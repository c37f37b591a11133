import { LoaderCircle } from "lucide-react";
import { cn } from "./cn.ts";
import { StyledBox } from "./styled-box.tsx";

interface ProgressProps {
  /** Share done, 0…1; null if unknown. */
  value: number | null;
  label: string;
  className?: string;
}

export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn("relative h-1.5 overflow-hidden rounded-full bg-sunken", className)}
    >
      {percent === undefined ? (
        <div className="absolute inset-y-0 w-1/2 animate-sheen rounded-full bg-accent" />
      ) : (
        <StyledBox
          className="h-full w-0 origin-left rounded-full bg-accent transition-[width] duration-200"
          runtimeStyle={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}

/** A purely visual busy indicator; the text next to it serves screen readers. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}

/** A loading placeholder; give it the size of the expected content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cn("relative overflow-hidden rounded-md bg-sunken", className)}>
      <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-raised/60 to-transparent" />
    </div>
  );
}
