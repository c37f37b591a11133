import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import type { RuntimeStyle } from "./runtime-style.tsx";

/**
 * The largest box of a given shape that fits into its parent, in the middle; the parent has a size of its own.
 * `children` get that box's width and shape as a style.
 */
export function ScaledFrame({
  ratio,
  className,
  children,
}: {
  /** Width over height. */
  ratio: number;
  className?: string;
  children: (box: RuntimeStyle) => ReactNode;
}) {
  return (
    <div className={cn("grid size-full place-items-center [container-type:size]", className)}>
      {children({ width: `min(100cqw, calc(100cqh * ${ratio}))`, "aspect-ratio": String(ratio) })}
    </div>
  );
}
