"use client";

import { useRef, useState } from "react";
import { maxChosenResults } from "#lib/contract/limits.ts";
import type { Entry } from "../photos/model.ts";
import { rangeOf } from "./model.ts";

interface Click {
  isChosen: boolean;
  /** Whether everything from the last click to this one is meant. */
  isRange: boolean;
}

/** The selected entries, including those not shown. `shown` is in display order. */
export function useChoice(shown: readonly Entry[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Entry>>(new Map());
  const last = useRef<string | null>(null);

  const change = (entries: readonly Entry[], isChosen: boolean) =>
    setChosen((known) => {
      const next = new Map(known);
      for (const entry of entries) {
        if (!isChosen) next.delete(entry.id);
        else if (next.size < maxChosenResults) next.set(entry.id, entry);
      }
      return next;
    });

  return {
    chosen,
    choose: (id: string, { isChosen, isRange }: Click) => {
      const ids =
        isRange && last.current
          ? rangeOf(
              shown.map((entry) => entry.id),
              last.current,
              id,
            )
          : [id];
      last.current = id;
      change(
        shown.filter((entry) => ids.includes(entry.id)),
        isChosen,
      );
    },
    add: (entries: readonly Entry[]) => change(entries, true),
    remove: (entries: readonly Entry[]) => change(entries, false),
    clear: () => setChosen(new Map()),
  };
}
