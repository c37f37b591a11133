"use client";

import type { ReactNode } from "react";
import { Markdown } from "./markdown.tsx";

/** A client component, because the text as a prop takes a third of the bytes of rendered elements. */
export function GuideText(props: { text: string; parts: Record<string, ReactNode> }) {
  return <Markdown {...props} />;
}
