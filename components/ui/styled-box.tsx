"use client";

import type { ComponentProps, ReactNode } from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";

/** CSS properties and custom properties by their CSS names. */
type RuntimeStyle = Record<string, string>;

/**
 * Returns a `ref` that sets styles known only at run time. The page's Content-Security-Policy forbids style
 * attributes in HTML from the server, so the styles are set through the element.
 */
export function withStyle(style: RuntimeStyle): (element: HTMLElement | null) => void {
  return (element) => {
    for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value);
  };
}

export function shareBox({ left, top, width, height }: Size & { left: number; top: number }) {
  const percent = (share: number) => `${share * 100}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}

/** A div with such a style, for components that the server renders. */
export function StyledBox({
  runtimeStyle,
  ...rest
}: Omit<ComponentProps<"div">, "style" | "ref"> & { runtimeStyle: RuntimeStyle }) {
  return <div ref={withStyle(runtimeStyle)} {...rest} />;
}

interface ScaledFrameProps {
  /** Width over height. */
  ratio: number;
  className?: string;
  children: ReactNode;
}

/** The largest centered box of a given aspect ratio that fits its parent; the parent must have a size of its own. */
export function ScaledFrame({ ratio, ...box }: ScaledFrameProps) {
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <StyledBox
        runtimeStyle={{ width: `min(100cqw, calc(100cqh * ${ratio}))`, "aspect-ratio": String(ratio) }}
        {...box}
      />
    </div>
  );
}
