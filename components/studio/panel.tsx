"use client";

import { Check } from "lucide-react";
import dynamic from "next/dynamic";
import { maxPromptLength } from "#lib/contract/limits.ts";
import {
  type AspectRatio,
  aspectRatios,
  cutoutCost,
  generationCost,
  outputSize,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
  styles,
} from "#lib/contract/styles.ts";
import { useTranslate } from "../language/language.tsx";
import type { Translate } from "../language/translate.ts";
import type { Balance } from "../shell/balance.tsx";
import { cn } from "../ui/cn.ts";
import { TextField } from "../ui/field.tsx";
import { StyledBox } from "../ui/styled-box.tsx";
import { OptionChanges } from "./arrange/changes.tsx";
import { GenerateBar } from "./generate-bar.tsx";
import { LookPicker } from "./look-picker.tsx";
import { MarketplacePicker } from "./marketplace-picker.tsx";
import { ModePicker } from "./mode-picker.tsx";
import { Picker } from "./picker.tsx";
import { useIsArranging } from "./shown.ts";
import { useStudio, useStudioState } from "./store.ts";
import { StylePhoto } from "./style-photo.tsx";
import { ratioUses, resolutionUses, styleTexts } from "./style-texts.ts";
import { TakesAndFormat } from "./takes-picker.tsx";
import { UnknownWords } from "./unknown-words.tsx";

// Needed by those alone who change a layout.
const ArrangeControls = dynamic(() =>
  import("./arrange/controls.tsx").then(({ ArrangeControls }) => ArrangeControls),
);

export function Panel({ balance }: { balance: Balance }) {
  const t = useTranslate();
  const arranges = useIsArranging();
  const ownSizes = useStudioState(({ settings }) => settings.marketplaces.length === 0);
  return (
    <section
      aria-label={t("Settings")}
      className={cn(
        "border-line bg-surface lg:sticky lg:top-18 lg:flex lg:max-h-[calc(100dvh-5.5rem)] lg:flex-col lg:rounded-xl lg:border lg:shadow-card",
        arranges
          ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:rounded-t-2xl max-lg:shadow-float"
          : "rounded-xl border shadow-card",
      )}
    >
      {arranges ? (
        <ArrangeControls />
      ) : (
        <div className="min-h-0 flex-1 space-y-5 p-4 sm:p-5 lg:overflow-y-auto">
          <LookPicker />
          <StylePicker />
          <PromptBox />
          <ModePicker />
          <MarketplacePicker />
          {ownSizes && (
            <>
              <RatioPicker />
              <ResolutionPicker />
            </>
          )}
          <TakesAndFormat />
          <OptionChanges />
          <CutoutBox />
        </div>
      )}
      <GenerateBar balance={balance} inSheet={arranges} />
    </section>
  );
}

function useSettings() {
  return useStudioState(({ settings }) => settings);
}

function StylePicker() {
  const t = useTranslate();
  const studio = useStudio();
  const { styles: current, prompt } = useSettings();
  // A prompt suggested for one style seldom fits the next; one of the seller's own stays.
  const change = (chosen: readonly Style[]) => {
    const suggested = current.some((style) => Object.values(styleTexts[style].suggestions).includes(prompt));
    studio.set({ styles: chosen, ...(suggested && { prompt: "" }) });
  };
  return (
    <Picker
      of="styles"
      title={t("Style")}
      className="grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2"
      options={styleNames}
      chosen={current}
      onChosen={change}
      optionClass="group overflow-hidden rounded-lg border border-line text-left transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-soft"
      nameOf={(style) => `${t(styleTexts[style].name)}: ${t(styleTexts[style].text)}`}
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
            {t(styleTexts[style].name)}
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
  const t = useTranslate();
  const studio = useStudio();
  const { styles: chosen, prompt } = useSettings();
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const suggestions = only ? Object.entries(styleTexts[only].suggestions) : [];
  return (
    <div>
      <TextField
        label={t("Describe the scene")}
        aside={t("Optional")}
        rows={2}
        maxLength={maxPromptLength}
        value={prompt}
        placeholder={only ? styles[only].defaultPrompt : t("Each style's own scene, or one for all of them")}
        onChange={(event) => studio.set({ prompt: event.target.value })}
        className="max-h-48"
      />
      <UnknownWords />
      {suggestions.length > 0 && (
        <ul
          aria-label={t("Suggestions")}
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
                  {t(label)}
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

function inPixels({ width, height }: { width: number; height: number }, t: Translate): string {
  return t("{width} by {height} pixels", { width: String(width), height: String(height) });
}

function RatioPicker() {
  const t = useTranslate();
  const studio = useStudio();
  const {
    aspectRatios: chosen,
    resolutions: [resolution = "1K"],
  } = useSettings();
  const sizeOf = (ratio: AspectRatio) => outputSize(ratio, resolution);
  return (
    <Picker
      of="aspectRatios"
      title={t("Shape")}
      className="grid-cols-5 gap-1.5"
      options={aspectRatios}
      chosen={chosen}
      onChosen={(ratios) => studio.set({ aspectRatios: ratios })}
      optionClass={cn(optionClass, "group gap-1 pt-2 pb-1.5")}
      nameOf={(ratio) => `${ratio}, ${t(ratioUses[ratio])}, ${inPixels(sizeOf(ratio), t)}`}
      titleOf={(ratio) => `${t(ratioUses[ratio])}, ${sizeOf(ratio).width} × ${sizeOf(ratio).height}`}
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
  const t = useTranslate();
  const studio = useStudio();
  const {
    aspectRatios: ratios,
    resolutions: chosen,
    styles: [style = "studio"],
  } = useSettings();
  const [ratio = "1:1"] = ratios;
  const costOf = (option: Resolution) => creditsText(generationCost(style, option), t);
  const { width, height } = outputSize(ratio, chosen[0] ?? "1K");
  return (
    <Picker
      of="resolutions"
      title={t("Size")}
      aside={ratios.length === 1 && chosen.length === 1 ? `${width} × ${height}` : undefined}
      className="grid-cols-3 gap-1.5"
      options={resolutions}
      chosen={chosen}
      onChosen={(sizes) => studio.set({ resolutions: sizes })}
      optionClass={cn(optionClass, "py-2")}
      nameOf={(option) => `${option}, ${inPixels(outputSize(ratio, option), t)}, ${costOf(option)}`}
    >
      {(option) => (
        <>
          <span className="font-medium text-sm">
            {option} <span className="font-normal text-muted text-xs">{t(resolutionUses[option])}</span>
          </span>
          <span className="figures mt-0.5 text-muted text-xs">{costOf(option)}</span>
        </>
      )}
    </Picker>
  );
}

function creditsText(count: number, t: Translate): string {
  return t("{count, plural, one {# credit} other {# credits}}", { count });
}

function CutoutBox() {
  const t = useTranslate();
  const studio = useStudio();
  const { cutouts } = useSettings();
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={cutouts}
        onChange={(event) => studio.set({ cutouts: event.currentTarget.checked })}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="font-medium">{t("Cut-outs as well")}</span>
        <span className="block text-muted text-xs">
          {t("Each picture without its background, {price}", { price: creditsText(cutoutCost, t) })}
        </span>
      </span>
    </label>
  );
}
