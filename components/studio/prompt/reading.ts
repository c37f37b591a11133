import type { Style } from "#lib/contract/photos/styles.ts";
import { understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { suggestionsFor } from "#lib/imaging/renderer/prompt/suggest.ts";

/** How several styles read a prompt: a phrase counts as ignored if any of them ignores it. */
export function readFor(styles: readonly Style[], prompt: string) {
  const readings = styles.map((style) => understandPrompt(style, prompt));
  const understood = readings.flatMap((reading) => reading.understood);
  const ignored = new Set(readings.flatMap((reading) => reading.ignored));
  return {
    understood: [...new Map(understood.map((one) => [`${one.kind} ${one.value}`, one])).values()],
    ignored: [...ignored].map((phrase) => ({ phrase, suggestions: suggestionsFor(phrase) })),
  };
}
