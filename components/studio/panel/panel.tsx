"use client";

import dynamic from "next/dynamic";
import { useTranslate } from "../../language/language.tsx";
import type { Balance } from "../../shell/balance.tsx";
import { cn } from "../../ui/cn.ts";
import { useIsWide } from "../../ui/hooks.ts";
import { OptionChanges } from "../arrange/changes.tsx";
import { GenerateBar } from "../order/generate-bar.tsx";
import { useNextOrder } from "../order/use-next-order.ts";
import { SceneStrip } from "../scenes/scene-strip.tsx";
import { useIsArranging } from "../shown.ts";
import { useLookOfPage } from "./look-picker.tsx";
import { MoreOptions, useIsMoreOpen } from "./more-options.tsx";
import { PromptBox } from "./prompt-box.tsx";

// Loaded only when the seller adjusts a layout.
const ArrangeControls = dynamic(() =>
  import("../arrange/controls.tsx").then(({ ArrangeControls }) => ArrangeControls),
);

/** The settings of the photos: the scene, and all other options below it. */
export function Panel({ balance }: { balance: Balance }) {
  const t = useTranslate();
  const arranges = useIsArranging();
  const order = useNextOrder(balance);
  const isMoreOpen = useIsMoreOpen();
  useLookOfPage();
  // On phones the scenes are directly below the canvas, so that both are visible while choosing. React keys let them
  // move without a remount.
  const isWide = useIsWide();
  const prompt = <PromptBox key="prompt" />;
  const scenes = <SceneStrip key="scenes" order={order} isLow={isMoreOpen} />;
  return (
    <>
      <section
        aria-label={t("Settings")}
        className={cn(
          "border-line bg-surface lg:sticky lg:top-18 lg:row-span-2 lg:flex lg:max-h-[calc(100dvh-5.5rem)] lg:flex-col lg:rounded-xl lg:border lg:shadow-card",
          arranges
            ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:rounded-t-2xl max-lg:shadow-float"
            : "rounded-xl border shadow-card",
        )}
      >
        {arranges ? (
          <ArrangeControls />
        ) : (
          <div
            className={cn(
              "flex min-h-0 flex-1 flex-col gap-3 p-4 pb-2 sm:px-5",
              isMoreOpen && "lg:overflow-y-auto",
            )}
          >
            {isWide ? [prompt, scenes] : [scenes, prompt]}
            <OptionChanges />
            <MoreOptions />
          </div>
        )}
        <GenerateBar order={order} inSheet={arranges} />
      </section>
      {/* Extra room to scroll, so that the sheet does not cover the viewer. */}
      {arranges && <div aria-hidden className="h-[60dvh] lg:hidden" />}
    </>
  );
}
