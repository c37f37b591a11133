"use client";

import { useEffect, useState } from "react";
import { type Style, styleNames } from "#lib/contract/styles.ts";
import type { StylesReading } from "./groups.ts";

/** Read anew so long after the last key: a word that is being typed is nobody's yet. */
const pauseMs = 400;
const nothing: StylesReading = { understood: [], ignored: [] };

/** What the studio makes of the prompt; the last reading stays while a new one is on its way. */
export function usePromptReading(styles: readonly Style[], prompt: string): StylesReading {
  const [reading, setReading] = useState(nothing);
  const key = styles.join(" ");
  useEffect(() => {
    let current = true;
    const asked = styleNames.filter((style) => key.split(" ").includes(style));
    const read = async () => {
      // The vocabulary is loaded with the first word that is typed.
      const { readFor } = await import("./reading.ts");
      if (current) setReading(readFor(asked, prompt));
    };
    if (prompt.trim() === "") setReading(nothing);
    // Without its script nothing is said: the photo can be ordered all the same.
    const timer = prompt.trim() && setTimeout(() => void read().catch(() => undefined), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer || undefined);
    };
  }, [key, prompt]);
  return reading;
}
