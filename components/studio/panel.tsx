"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { maxPromptLength } from "#lib/contract/limits.ts";
import {
  type AspectRatio,
  aspectRatios,
  generationCost,
  outputSize,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
  styles,
} from "#lib/contract/styles.ts";
import type { Balance } from "../shell/balance.tsx";
import { cn } from "../ui/cn.ts";
import { Choices, type ChoicesProps, TextField } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { StyledBox } from "../ui/styled-box.tsx";
import { GenerateBar } from "./generate-bar.tsx";
import { useStudio, useStudioState } from "./store.ts";
import { StylePhoto } from "./style-photo.tsx";
import { ratioUses, resolutionUses, styleTexts } from "./style-texts.ts";

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

function useSettings() {
  return useStudioState(({ settings }) => settings);
}

interface PickerProps<Value extends string> extends ChoicesProps<Value> {
  title: string;
  aside?: string;
}

function Picker<Value extends string>({ title, aside, className, ...choices }: PickerProps<Value>) {
  const id = useId();
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-medium text-sm">
          {title}
        </h2>
        {aside && <p className="figures text-muted text-xs">{aside}</p>}
      </div>
      <Choices aria-labelledby={id} className={cn("grid", className)} {...choices} />
    </div>
  );
}

function StylePicker() {
  const studio = useStudio();
  const { style: current, prompt } = useSettings();
  // A prompt suggested for one style seldom fits the next; one of the seller's own stays.
  const choose = (style: Style) => {
    const suggested = Object.values(styleTexts[current].suggestions).includes(prompt);
    studio.set({ style, ...(suggested && { prompt: "" }) });
  };
  return (
    <Picker
      title="Style"
      className="grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2"
      options={styleNames}
      chosen={current}
      onChoose={choose}
      optionClass="group overflow-hidden rounded-lg border border-line text-left transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-soft"
      nameOf={(style) => `${styleTexts[style].name}: ${styleTexts[style].text}`}
    >
      {(style) => (
        <>
          <StylePhoto
            style={style}
            sizes="(min-width: 1024px) 10rem, 45vw"
            loading="eager"
            className="aspect-video w-full bg-white object-cover"
          />
          <span className="block px-2.5 py-1.5 font-medium text-sm leading-tight">
            {styleTexts[style].name}
          </span>
          <span className="absolute top-2 right-2 hidden size-5 place-items-center rounded-full bg-accent text-on-accent group-has-checked:grid">
            <Check aria-hidden className="size-3" strokeWidth={3} />
          </span>
        </>
      )}
    </Picker>
  );
}

function PromptBox() {
  const studio = useStudio();
  const { style, prompt } = useSettings();
  const suggestions = Object.entries(styleTexts[style].suggestions);
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
        className="max-h-48"
      />
      {suggestions.length > 0 && (
        <ul
          aria-label="Suggestions"
          className="-mx-1 mt-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
        >
          {suggestions.map(([label, suggestion]) => {
            const chosen = suggestion === prompt;
            return (
              <li key={label}>
                <button
                  type="button"
                  aria-pressed={chosen}
                  onClick={() => studio.set({ prompt: chosen ? "" : suggestion })}
                  className={cn(
                    "whitespace-nowrap rounded-full border px-2.5 py-1 text-xs transition-colors",
                    chosen
                      ? "border-accent-ink bg-accent-soft text-accent-ink"
                      : "border-line text-muted hover:border-line-strong hover:text-ink",
                  )}
                >
                  {label}
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
  "flex flex-col items-center rounded-lg border border-line px-1 text-center transition-colors hover:border-line-strong",
  "has-checked:border-accent-ink has-checked:bg-accent-soft",
);
/** Longer side of the rectangles that stand for the ratios. */
const ratioBoxPx = 26;

function inPixels({ width, height }: { width: number; height: number }): string {
  return `${width} by ${height} pixels`;
}

function RatioPicker() {
  const studio = useStudio();
  const { aspectRatio, resolution } = useSettings();
  const sizeOf = (ratio: AspectRatio) => outputSize(ratio, resolution);
  return (
    <Picker
      title="Shape"
      className="grid-cols-5 gap-1.5"
      options={aspectRatios}
      chosen={aspectRatio}
      onChoose={(ratio) => studio.set({ aspectRatio: ratio })}
      optionClass={cn(optionClass, "group gap-1 pt-2 pb-1.5")}
      nameOf={(ratio) => `${ratio}, ${ratioUses[ratio]}, ${inPixels(sizeOf(ratio))}`}
      titleOf={(ratio) => `${ratioUses[ratio]}, ${sizeOf(ratio).width} × ${sizeOf(ratio).height}`}
    >
      {(ratio) => {
        const { width, height } = sizeOf(ratio);
        const scale = ratioBoxPx / Math.max(width, height);
        return (
          <>
            <span className="grid h-7 place-items-center">
              <StyledBox
                className="rounded-[3px] border-[1.5px] border-faint group-has-checked:border-accent-ink group-has-checked:bg-accent-ink/15"
                runtimeStyle={{ width: `${width * scale}px`, height: `${height * scale}px` }}
              />
            </span>
            <span className="figures font-medium text-xs">{ratio}</span>
          </>
        );
      }}
    </Picker>
  );
}

function ResolutionPicker() {
  const studio = useStudio();
  const { aspectRatio, resolution, style } = useSettings();
  const costOf = (option: Resolution) => formatCredits(generationCost(style, option));
  const { width, height } = outputSize(aspectRatio, resolution);
  return (
    <Picker
      title="Size"
      aside={`${width} × ${height} pixels`}
      className="grid-cols-3 gap-1.5"
      options={resolutions}
      chosen={resolution}
      onChoose={(option) => studio.set({ resolution: option })}
      optionClass={cn(optionClass, "py-2")}
      nameOf={(option) => `${option}, ${inPixels(outputSize(aspectRatio, option))}, ${costOf(option)}`}
    >
      {(option) => (
        <>
          <span className="font-medium text-sm">
            {option} <span className="font-normal text-muted text-xs">{resolutionUses[option]}</span>
          </span>
          <span className="figures mt-0.5 text-muted text-xs">{costOf(option)}</span>
        </>
      )}
    </Picker>
  );
}
