"use client";

import {
  CalendarDays,
  Eclipse,
  Expand,
  Layers,
  type LucideIcon,
  MapPin,
  Palette,
  Sparkle,
  Sparkles,
  Sun,
} from "lucide-react";
import type { RefObject } from "react";
import useSWR from "swr";
import type { PromptKind } from "#lib/contract/photos/values.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { isPaintable } from "../../photos/modes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useDebounced } from "../../ui/hooks.ts";
import { once, usePromptScene } from "../scenes/use-scenes.ts";
import { useMode, useStudio, useStudioState } from "../store.ts";
import type { readFor } from "./reading.ts";

type Reading = ReturnType<typeof readFor>;

const shownPhrases = 4;
/** Delay after the last key press, so that words are complete. */
const pauseMs = 400;
const nothing: Reading = { understood: [], ignored: [] };

/** Below the prompt: what the studio understands, what it ignores, and suggestions. */
export function PromptNotes({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const t = useTranslate();
  const studio = useStudio();
  const mode = useMode();
  const { styles, prompt, scene } = useStudioState(({ settings }) => settings);
  const paintable = styles.filter(isPaintable);
  const words = useDebounced(prompt.trim(), pauseMs);
  // The vocabulary is loaded with the first prompt. If that fails, there are no notes; the photo can still be ordered.
  const { data } = useSWR(
    words && ["prompt reading", paintable, words],
    async () => (await import("./reading.ts")).readFor(paintable, words),
    once,
  );
  const reading = (words && data) || nothing;
  const isWritten = prompt.trim() !== "";
  const ofPrompt = usePromptScene();
  const isPainted = mode === "studio" && paintable.length > 0;
  // A rendered scene, selected or matched by the prompt, defines the whole set.
  const isRead = isWritten && isPainted && scene === null && ofPrompt === null;
  const change = (phrase: string, instead: string) => {
    // A function, because a string as the replacement would have patterns such as $&.
    studio.set({ prompt: prompt.replace(phrase, () => instead) });
    field.current?.focus();
  };
  return (
    <div
      aria-live="polite"
      data-testid="prompt-notes"
      className="space-y-1.5 pt-1.5 pb-1 text-muted text-xs empty:hidden"
    >
      {isWritten && paintable.length < styles.length && (
        <p>{t("Amazon photos use no scene text: they are always pure white.")}</p>
      )}
      {isRead && reading.understood.length > 0 && (
        <ul aria-label={t("What the studio shows")} className="flex flex-wrap gap-1.5">
          {groupByKind(reading.understood).map(({ kind, texts }) => (
            <li key={kind} className="min-w-0 max-w-full">
              <Chip kind={kind} words={texts.join(", ")} />
            </li>
          ))}
        </ul>
      )}
      {isWritten && scene !== null && paintable.length > 0 && (
        <p>{t("The chosen scene takes the place of these words.")}</p>
      )}
      {isRead && reading.understood.length === 0 && reading.ignored.length > 0 && <NothingUnderstood />}
      {isRead && reading.ignored.length > 0 && <LeftOut ignored={reading.ignored} change={change} />}
    </div>
  );
}

/** Groups words by kind, in order of each kind's first word. Negated words are marked with ✕. */
function groupByKind(understood: Reading["understood"]): { kind: PromptKind; texts: string[] }[] {
  const groups = new Map<PromptKind, string[]>();
  for (const { kind, value, text } of understood) {
    const shown = value.startsWith("no_") ? `✕ ${text}` : text;
    groups.set(kind, [...(groups.get(kind) ?? []), shown]);
  }
  return [...groups].map(([kind, texts]) => ({ kind, texts: [...new Set(texts)] }));
}

function Chip({ kind, words }: { kind: PromptKind; words: string }) {
  const t = useTranslate();
  const Icon = icons[kind];
  return (
    <Badge className="max-w-full py-1 text-ink">
      <Icon aria-hidden className="shrink-0 text-muted" />
      <span className="truncate">{labelOf(kind, words, t)}</span>
    </Badge>
  );
}

const icons: Record<PromptKind, LucideIcon> = {
  surface: Layers,
  place: MapPin,
  color: Palette,
  light: Sun,
  shadow: Eclipse,
  reflection: Sparkle,
  season: CalendarDays,
  mood: Sparkles,
  space: Expand,
};

function labelOf(kind: PromptKind, words: string, t: Translate): string {
  const labels: Record<PromptKind, string> = {
    surface: t("Surface: {words}", { words }),
    place: t("Place: {words}", { words }),
    color: t("Color: {words}", { words }),
    light: t("Light: {words}", { words }),
    shadow: t("Shadow: {words}", { words }),
    reflection: t("Reflection: {words}", { words }),
    season: t("Season: {words}", { words }),
    mood: t("Mood: {words}", { words }),
    space: t("Space: {words}", { words }),
  };
  return labels[kind];
}

interface LeftOutProps {
  ignored: Reading["ignored"];
  change: (phrase: string, instead: string) => void;
}

function LeftOut({ ignored, change }: LeftOutProps) {
  const t = useTranslate();
  const { set, modes } = useStudio();
  const [model] = modes.models;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <ul aria-label={t("Left out")} className="min-w-0 flex-1 basis-44 space-y-1">
        {ignored.slice(0, shownPhrases).map(({ phrase, suggestions }) => (
          <li key={phrase} className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            <span className="min-w-0 break-words">{t("Left out: “{phrase}”", { phrase })}</span>
            {suggestions.length > 0 && <span aria-hidden>·</span>}
            {suggestions.map((instead) => (
              <button
                key={instead}
                type="button"
                aria-label={t("Write “{instead}” in place of “{phrase}”", { instead, phrase })}
                className="rounded-full border border-line-strong bg-surface px-2 py-0.5 text-accent-ink transition-colors hover:bg-sunken"
                onClick={() => change(phrase, instead)}
              >
                {instead}
              </button>
            ))}
          </li>
        ))}
        {ignored.length > shownPhrases && (
          <li>{t("and {count, number} more", { count: ignored.length - shownPhrases })}</li>
        )}
      </ul>
      {model && (
        <Button
          variant="secondary"
          size="sm"
          className="h-auto min-h-8 max-w-full whitespace-normal break-words py-1"
          onClick={() => set({ mode: "scene" })}
        >
          {t("Paint it with {model}", { model: model.label })}
        </Button>
      )}
    </div>
  );
}

/** Warns before the order that the prompt has no effect; the grid shows the scenes that match best. */
function NothingUnderstood() {
  const t = useTranslate();
  return (
    <Callout
      tone="warn"
      title={t("The studio understands none of these words")}
      className="px-3 py-2.5 text-xs"
    >
      <p>{t("The photo would show the style's own scene, at the same price.")}</p>
      <p className="mt-2">{t("The scenes below come nearest.")}</p>
    </Callout>
  );
}
