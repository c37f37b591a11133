"use client";

import type { ComponentProps, ReactNode } from "react";

/** CSS properties and custom properties by their CSS names. */
export type RuntimeStyle = Record<string, string>;

/**
 * Sets styles that are known only at run time. The page's policy forbids style attributes in HTML that the server
 * sends, so they are set through the element itself: give the result as its `ref`.
 */
export function withStyle(style: RuntimeStyle): (element: HTMLElement | null) => void {
  return (element) => {
    for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value);
  };
}

/** A box with such a style, for components that the server renders. */
export function StyledBox({
  runtimeStyle,
  ...rest
}: Omit<ComponentProps<"div">, "style" | "ref"> & { runtimeStyle: RuntimeStyle }) {
  return <div ref={withStyle(runtimeStyle)} {...rest} />;
}

interface ScaledFrameProps {
  /** Width over height. */
  ratio: number;
  children: (box: RuntimeStyle) => ReactNode;
}

/**
 * The largest box of a given shape that fits into its parent, in the middle; the parent has a size of its own.
 * `children` get that box's width and shape as a style.
 */
export function ScaledFrame({ ratio, children }: ScaledFrameProps) {
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      {children({ width: `min(100cqw, calc(100cqh * ${ratio}))`, "aspect-ratio": String(ratio) })}
    </div>
  );
}
