"use client";

import { useEffect, useState } from "react";
import type { Style } from "#lib/contract/styles.ts";
import { Button } from "../ui/button.tsx";
import { isPaintable } from "./modes.ts";
import { useMode, useStudio, useStudioState } from "./store.ts";

/** Read anew so long after the last key: a word that is being typed is nobody's yet. */
const pauseMs = 400;
const shownPhrases = 4;

/** Under the prompt: what the studio would leave out of it, and who could paint it. */
export function UnknownWords() {
  const { set, ways } = useStudio();
  const mode = useMode();
  const { styles, prompt } = useStudioState(({ settings }) => settings);
  const phrases = useIgnoredWords(styles, prompt);
  const [model] = ways.models;
  const onlyWhite = prompt.trim() !== "" && !styles.some(isPaintable);
  const shown = mode === "studio" && !onlyWhite ? phrases : [];
  return (
    <div aria-live="polite" data-testid="unknown-words" className="text-muted text-xs empty:hidden">
      {onlyWhite && (
        <p className="mt-1.5">Amazon photos are always pure white: a description changes nothing.</p>
      )}
      {shown.length > 0 && (
        <div className="mt-1.5 mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-44 break-words">
            The studio does not know “{listOf(shown)}”{model ? "." : " and leaves it out."}
          </p>
          {model && (
            <Button
              variant="secondary"
              size="sm"
              className="h-auto min-h-8 max-w-full whitespace-normal break-words py-1"
              onClick={() => set({ mode: "scene" })}
            >
              Paint it with {model.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function listOf(phrases: readonly string[]): string {
  const list = phrases.slice(0, shownPhrases).join(", ");
  return phrases.length > shownPhrases ? `${list}, …` : list;
}

/** The tables of words are loaded with the first word that is typed. */
function useIgnoredWords(styles: readonly Style[], prompt: string): readonly string[] {
  const [phrases, setPhrases] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const { ignoredWords } = await import("#lib/imaging/renderer/prompt-reading.ts");
      if (current) setPhrases([...new Set(styles.flatMap((style) => ignoredWords(style, prompt)))]);
    };
    if (prompt.trim() === "") setPhrases([]);
    // Without its script nothing is said: the photo can be ordered all the same.
    const timer = prompt.trim() && setTimeout(() => void read().catch(() => undefined), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer || undefined);
    };
  }, [styles, prompt]);
  return phrases;
}
