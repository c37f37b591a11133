"use client";

import { useTranslate } from "#components/language/language.tsx";
import { usePhotoCost } from "#components/photos/prices.tsx";
import { Picker } from "#components/studio/panel/picker.tsx";
import { useStudio, useStudioState } from "#components/studio/store.ts";
import { cn } from "#components/ui/cn.ts";
import { creditsText } from "#components/ui/format.ts";
import { StyledBox } from "#components/ui/styled-box.tsx";
import type { Size } from "#lib/contract/photos/sizes.ts";
import {
  type AspectRatio,
  aspectRatios,
  outputSize,
  type Resolution,
  ratioUses,
  resolutions,
  resolutionUses,
} from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

const optionClass = cn(
  "flex flex-col items-center rounded-lg border border-line px-1 text-center transition-colors hover:border-line-strong",
  "has-checked:border-accent-ink has-checked:bg-accent-soft",
);
/** Longer side of the rectangles that show the ratios. */
const ratioBoxPx = 26;

function inPixels({ width, height }: Size, t: Translate): string {
  return t("{width} by {height} pixels", { width: String(width), height: String(height) });
}

/** The aspect ratios, without marketplaces. */
export function RatioPicker() {
  const t = useTranslate();
  const studio = useStudio();
  const {
    aspectRatios: chosen,
    resolutions: [resolution = "1K"],
  } = useStudioState(({ settings }) => settings);
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

/** The resolutions with their prices, without marketplaces. */
export function ResolutionPicker() {
  const t = useTranslate();
  const studio = useStudio();
  const {
    aspectRatios: ratios,
    resolutions: chosen,
    styles: [style = "studio"],
  } = useStudioState(({ settings }) => settings);
  const [ratio = "1:1"] = ratios;
  const photoCost = usePhotoCost();
  const costOf = (option: Resolution) => creditsText(photoCost(style, option), t);
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
