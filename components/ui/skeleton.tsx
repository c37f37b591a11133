import { cn } from "./cn.ts";

/** The place of something still loading: give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cn("relative overflow-hidden rounded-md bg-sunken", className)}>
      <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-raised/60 to-transparent" />
    </div>
  );
}
