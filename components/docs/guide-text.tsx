"use client";

import type { ReactNode } from "react";
import { Markdown } from "./markdown.tsx";

/** A part of the guide, sent to the browser as its text: as elements it would be three times as long. */
export function GuideText(props: { text: string; parts: Record<string, ReactNode> }) {
  return <Markdown {...props} />;
}
