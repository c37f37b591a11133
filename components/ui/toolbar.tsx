"use client";

import { Toolbar as Parts } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** Buttons with one place in the tab order; arrow keys move between them. */
export function Toolbar(props: ComponentProps<typeof Parts.Root> & { "aria-label": string }) {
  return <Parts.Root {...props} />;
}

export function ToolbarButton(props: ComponentProps<typeof Button>) {
  return (
    <Parts.Button asChild>
      <Button variant="ghost" size="sm" {...props} />
    </Parts.Button>
  );
}
