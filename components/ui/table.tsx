import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A table that scrolls sideways inside its frame when the screen is narrow; `label` names that frame. */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className={cn("w-full border-collapse text-left text-sm", className)} {...rest} />
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "whitespace-nowrap border-line border-b px-5 py-2.5 max-sm:px-3 font-medium text-faint text-xs",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={cn(
        "border-line border-b px-5 py-3 max-sm:px-3 align-middle in-[tr:last-child]:border-b-0",
        className,
      )}
      {...rest}
    />
  );
}
