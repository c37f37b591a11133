import type { Style } from "#lib/contract/styles.ts";
import { understandPrompt } from "#lib/imaging/renderer/prompt-reading.ts";
import { suggestionsFor } from "#lib/imaging/renderer/prompt-suggest.ts";
import type { StylesReading } from "./groups.ts";

/** What several styles together make of a prompt: a word is left out where one of them leaves it out. */
export function readFor(styles: readonly Style[], prompt: string): StylesReading {
  const readings = styles.map((style) => understandPrompt(style, prompt));
  const understood = readings.flatMap((reading) => reading.understood);
  const ignored = new Set(readings.flatMap((reading) => reading.ignored));
  return {
    understood: [...new Map(understood.map((one) => [`${one.kind} ${one.value}`, one])).values()],
    ignored: [...ignored].map((phrase) => ({ phrase, suggestions: suggestionsFor(phrase) })),
  };
}
