"use client";

import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { shareBox } from "../../ui/styled-box.tsx";
import { useStudioState } from "../store.ts";
import type { Guide } from "./placement.ts";
import { type SafeAreaName, safeAreasOf } from "./safe-areas.ts";

export function GuideLines({ guides }: { guides: readonly Guide[] }) {
  return guides.map(({ axis, at }) => (
    <span
      key={`${axis}${at}`}
      aria-hidden
      data-testid="guide"
      style={axis === "x" ? { left: `${at * 100}%` } : { top: `${at * 100}%` }}
      className={
        axis === "x"
          ? "pointer-events-none absolute inset-y-0 w-px -translate-x-1/2 bg-[#ff3d8b]"
          : "pointer-events-none absolute inset-x-0 h-px -translate-y-1/2 bg-[#ff3d8b]"
      }
    />
  ));
}

export function nameOfSafeArea(name: SafeAreaName, t: Translate): string {
  const names: Record<SafeAreaName, string> = {
    amazon: t("Amazon, 85 %"),
    etsy: t("Etsy"),
    instagram_grid: t("Instagram profile"),
    instagram_story: t("Instagram story"),
    instagram_reel: t("Instagram reel"),
    pinterest: t("Pinterest"),
  };
  return names[name];
}

/** The area that a platform leaves visible, drawn over the frame. */
export function SafeArea({ frame }: { frame: Size }) {
  const t = useTranslate();
  const name = useStudioState(({ arrange }) => arrange.safeArea);
  const area = name === null ? undefined : safeAreasOf(frame)[name];
  if (!name || !area) return null;
  return (
    <div
      data-testid="safe-area"
      style={shareBox(area)}
      className="pointer-events-none absolute border border-white/90 border-dashed shadow-[0_0_0_200rem_rgb(0_0_0/0.28)]"
    >
      <span className="absolute top-1.5 left-1.5 rounded-full bg-black/65 px-2 py-0.5 text-2xs text-white">
        {nameOfSafeArea(name, t)}
      </span>
    </div>
  );
}
