"use client";

import type { ComponentProps } from "react";

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
