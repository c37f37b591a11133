"use client";

import { useEffect, useState } from "react";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { StylesReading } from "./groups.ts";

/** Delay after the last key press, so that words are complete. */
const pauseMs = 400;
const nothing: StylesReading = { understood: [], ignored: [] };

/** The words of the prompt that the studio understands; the last result stays until the next one. */
export function usePromptReading(styles: readonly Style[], prompt: string): StylesReading {
  const [reading, setReading] = useState(nothing);
  const key = styles.join(" ");
  useEffect(() => {
    let current = true;
    const asked = styleNames.filter((style) => key.split(" ").includes(style));
    const read = async () => {
      // The vocabulary is loaded with the first prompt.
      const { readFor } = await import("./reading.ts");
      if (current) setReading(readFor(asked, prompt));
    };
    if (prompt.trim() === "") setReading(nothing);
    // If the script fails to load, there are no notes; the photo can still be ordered.
    const timer = prompt.trim() && setTimeout(() => void read().catch(() => undefined), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer || undefined);
    };
  }, [key, prompt]);
  return reading;
}
