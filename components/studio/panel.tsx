"use client";

import { useId } from "react";
import {
  aspectRatios,
  generationCost,
  outputSize,
  resolutions,
  type Style,
  styles,
} from "#lib/generators/styles.ts";
import type { Balance } from "../shell/balance-store.ts";
import { cn } from "../ui/cn.ts";
import { TextField } from "../ui/field.tsx";
import { Radio } from "../ui/radio.tsx";
import { StyledBox } from "../ui/runtime-style.tsx";
import { GenerateBar } from "./generate-bar.tsx";
import { ratioUses, resolutionUses, styleOffers } from "./offers.ts";
import { StylePicker } from "./style-picker.tsx";
import { useStudio } from "./use-studio.ts";

const maxPromptLength = 2_000;

/** How the photo shall be: style, words, shape, size; and the button that makes it. */
export function Panel({ balance }: { balance: Balance }) {
  return (
    <section
      aria-label="Settings"
      className="rounded-xl border border-line bg-surface shadow-card lg:sticky lg:top-18 lg:flex lg:max-h-[calc(100dvh-5.5rem)] lg:flex-col"
    >
      <div className="min-h-0 flex-1 space-y-5 p-4 sm:p-5 lg:overflow-y-auto">
        <StylePicker />
        <PromptBox />
        <RatioPicker />
        <ResolutionPicker />
      </div>
      <GenerateBar balance={balance} />
    </section>
  );
}

function PromptBox() {
  const { studio, state } = useStudio();
  const { style, prompt } = state.settings;
  const { suggestions } = styleOffers[style];
  return (
    <div>
      <TextField
        label="Describe the scene"
        aside="Optional"
        rows={2}
        maxLength={maxPromptLength}
        value={prompt}
        placeholder={styles[style].defaultPrompt}
        onChange={(event) => studio.set({ prompt: event.target.value })}
        className="max-h-48 min-h-16"
      />
      {suggestions.length > 0 && (
        <ul
          aria-label="Suggestions"
          className="-mx-1 mt-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
        >
          {suggestions.map((suggestion) => {
            const chosen = suggestion.prompt === prompt;
            return (
              <li key={suggestion.label}>
                <button
                  type="button"
                  aria-pressed={chosen}
                  onClick={() => studio.set({ prompt: chosen ? "" : suggestion.prompt })}
                  className={cn(
                    "whitespace-nowrap rounded-full border px-2.5 py-1 text-xs transition-colors",
                    chosen
                      ? "border-accent-ink bg-accent-soft text-accent-ink"
                      : "border-line text-muted hover:border-line-strong hover:text-ink",
                  )}
                >
                  {suggestion.label}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

const optionClass = cn(
  "relative flex flex-col items-center rounded-lg border border-line px-1 text-center transition-colors hover:border-line-strong",
  "has-checked:border-accent-ink has-checked:bg-accent-soft",
);

function RatioPicker() {
  const { studio, state } = useStudio();
  const { aspectRatio, resolution } = state.settings;
  const group = useId();
  return (
    <div>
      <h2 id="ratio-title" className="mb-2 font-medium text-sm">
        Shape
      </h2>
      <fieldset aria-labelledby="ratio-title" className="grid grid-cols-5 gap-1.5">
        {aspectRatios.map((ratio) => {
          const { width, height } = outputSize(ratio, resolution);
          const scale = 26 / Math.max(width, height);
          return (
            <label
              key={ratio}
              title={`${ratioUses[ratio]}, ${width} × ${height}`}
              className={cn(optionClass, "group gap-1 pt-2 pb-1.5")}
            >
              <Radio
                group={group}
                checked={ratio === aspectRatio}
                onChoose={() => studio.set({ aspectRatio: ratio })}
                name={`${ratio}, ${ratioUses[ratio]}, ${width} by ${height} pixels`}
              />
              <span className="grid h-7 place-items-center">
                <StyledBox
                  className="rounded-[3px] border-[1.5px] border-faint group-has-checked:border-accent-ink group-has-checked:bg-accent-ink/15"
                  runtimeStyle={{ width: `${width * scale}px`, height: `${height * scale}px` }}
                />
              </span>
              <span className="figures font-medium text-xs">{ratio}</span>
            </label>
          );
        })}
      </fieldset>
    </div>
  );
}

function ResolutionPicker() {
  const { studio, state } = useStudio();
  const { aspectRatio, resolution, style } = state.settings;
  const group = useId();
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="resolution-title" className="font-medium text-sm">
          Size
        </h2>
        <p className="figures text-muted text-xs">{sizeText(aspectRatio, resolution)}</p>
      </div>
      <fieldset aria-labelledby="resolution-title" className="grid grid-cols-3 gap-1.5">
        {resolutions.map((option) => {
          const { width, height } = outputSize(aspectRatio, option);
          const cost = costText(style, option);
          return (
            <label key={option} className={cn(optionClass, "py-2")}>
              <Radio
                group={group}
                checked={option === resolution}
                onChoose={() => studio.set({ resolution: option })}
                name={`${option}, ${width} by ${height} pixels, ${cost}`}
              />
              <span className="font-medium text-sm">
                {option} <span className="font-normal text-muted text-xs">{resolutionUses[option]}</span>
              </span>
              <span className="figures mt-0.5 text-muted text-xs">{cost}</span>
            </label>
          );
        })}
      </fieldset>
    </div>
  );
}

function sizeText(
  aspectRatio: (typeof aspectRatios)[number],
  resolution: (typeof resolutions)[number],
): string {
  const { width, height } = outputSize(aspectRatio, resolution);
  return `${width} × ${height} pixels`;
}

function costText(style: Style, resolution: (typeof resolutions)[number]): string {
  const cost = generationCost(style, resolution);
  return cost === 1 ? "1 credit" : `${cost} credits`;
}
