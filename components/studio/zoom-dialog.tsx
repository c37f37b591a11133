"use client";

import type { ReactNode } from "react";
import type { Size } from "../ui/zoom.ts";
import { ZoomWindow } from "../ui/zoom-window.tsx";

interface ZoomDialogProps {
  trigger: ReactNode;
  url: string;
  alt: string;
  /** Pixels of the picture, where they are known before it is loaded. */
  size?: Size | null;
  /** Stands on a checkerboard. */
  transparent: boolean;
}

/** One photo over the whole window. */
export function ZoomDialog({ trigger, url, alt, size = null, transparent }: ZoomDialogProps) {
  return <ZoomWindow trigger={trigger} title={alt} pictures={[{ url, alt, size, transparent }]} />;
}
