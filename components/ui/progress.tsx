import { cn } from "./cn.ts";
import { StyledBox } from "./runtime-style.tsx";

interface ProgressProps {
  /** 0…1; null when how far is unknown. */
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
