"use client";

import { Check } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { maxPromptLength } from "#lib/contract/limits.ts";
import { cutoutCost, type Style, styleNames, styles } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { StylePhoto } from "../../photos/style-photo.tsx";
import type { Balance } from "../../shell/balance.tsx";
import { cn } from "../../ui/cn.ts";
import { TextField } from "../../ui/field.tsx";
import { creditsText } from "../../ui/format.ts";
import { OptionChanges } from "../arrange/changes.tsx";
import { GenerateBar } from "../order/generate-bar.tsx";
import { PromptNotes } from "../prompt/notes.tsx";
import { ScenePicker } from "../scenes/scene-picker.tsx";
import { useIsArranging } from "../shown.ts";
import { useStudio, useStudioState } from "../store.ts";
import { LookPicker } from "./look-picker.tsx";
import { MarketplacePicker } from "./marketplace-picker.tsx";
import { ModePicker } from "./mode-picker.tsx";
import { Picker } from "./picker.tsx";
import { RatioPicker, ResolutionPicker } from "./size-pickers.tsx";
import { TakesAndFormat } from "./takes-picker.tsx";

// Needed by those alone who change a layout.
const ArrangeControls = dynamic(() =>
  import("../arrange/controls.tsx").then(({ ArrangeControls }) => ArrangeControls),
);

export function Panel({ balance }: { balance: Balance }) {
  const t = useTranslate();
  const arranges = useIsArranging();
  const ownSizes = useStudioState(({ settings }) => settings.marketplaces.length === 0);
  return (
    <>
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
            <ScenePicker />
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
      {/* Room to scroll the viewer out from under the sheet. */}
      {arranges && <div aria-hidden className="h-[60dvh] lg:hidden" />}
    </>
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
    const suggested = current.some((style) => Object.values(styles[style].suggestions).includes(prompt));
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
      nameOf={(style) => `${t(styles[style].name)}: ${t(styles[style].summary)}`}
    >
      {(style) => (
        <>
          <StylePhoto
            style={style}
            t={t}
            sizes="(min-width: 1024px) 10rem, 45vw"
            loading="eager"
            className="aspect-video w-full bg-white object-cover"
          />
          <span className="block px-2.5 py-1.5 font-medium text-sm leading-tight">
            {t(styles[style].name)}
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
  const field = useRef<HTMLTextAreaElement>(null);
  const { styles: chosen, prompt } = useSettings();
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const suggestions = only ? Object.entries(styles[only].suggestions) : [];
  return (
    <div>
      <TextField
        ref={field}
        label={t("Describe the scene")}
        aside={t("Optional")}
        rows={2}
        maxLength={maxPromptLength}
        value={prompt}
        placeholder={only ? styles[only].defaultPrompt : t("Each style's own scene, or one for all of them")}
        onChange={(event) => studio.set({ prompt: event.target.value })}
        className="max-h-48"
      />
      <PromptNotes field={field} />
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
          {t("Each picture without its background, {price}", {
            price: creditsText(cutoutCost, t),
          })}
        </span>
      </span>
    </label>
  );
}
