"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { createStore, useStore } from "zustand";
import { persist } from "zustand/middleware";
import { cutoutCost, defaultResolution } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { useLooks } from "../../looks/use-looks.ts";
import { useRecentOrders } from "../../orders/recent.ts";
import type { Settings } from "../../photos/settings.ts";
import { browserStorage } from "../../ui/browser-storage.ts";
import { cn } from "../../ui/cn.ts";
import { Checkbox } from "../../ui/field.tsx";
import { creditsText } from "../../ui/format.ts";
import { factorsOf } from "../order/describe.ts";
import { canHaveProps, PropsField } from "../scenes/props-field.tsx";
import { SizeField } from "../scenes/size-field.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { LookPicker } from "./look-picker.tsx";
import { MarketplacePicker } from "./marketplace-picker.tsx";
import { ModePicker } from "./mode-picker.tsx";
import { Suggestions } from "./prompt-box.tsx";
import { StylePicker } from "./style-picker.tsx";
import { VariantsAndFormat } from "./variants-picker.tsx";

interface Disclosure {
  isOpen: boolean;
}

// Stored in localStorage, so the state outlasts the visit.
const disclosure = createStore<Disclosure>()(
  persist((): Disclosure => ({ isOpen: false }), {
    name: "studio:more-options",
    storage: browserStorage(() => localStorage),
  }),
);

export function useIsMoreOpen(): boolean {
  return useStore(disclosure, ({ isOpen }) => isOpen);
}

/** The options that a first photo does not need. While closed, it lists those that differ from the defaults. */
export function MoreOptions() {
  const id = useId();
  const t = useTranslate();
  const isOpen = useIsMoreOpen();
  const settings = useStudioState((state) => state.settings);
  const changes = describeChanges(settings, t);
  return (
    <section aria-label={t("More options")} className="shrink-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => disclosure.setState({ isOpen: !isOpen })}
        className="-mx-1 flex w-[calc(100%+0.5rem)] items-center gap-1.5 rounded-md px-1 py-1.5 text-left font-medium text-sm hover:bg-sunken touch:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-muted transition-transform", isOpen && "rotate-90")}
        />
        <span className="shrink-0">{t("More options")}</span>
        {!isOpen && changes.length > 0 && (
          <span className="min-w-0 truncate font-normal text-accent-ink text-xs">{changes.join(" · ")}</span>
        )}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Options />}
      </div>
    </section>
  );
}

function Options() {
  const hasLooks = useHasLooks();
  return (
    <div className="space-y-5 pt-3 pb-2">
      {hasLooks && <LookPicker />}
      <Suggestions />
      <PropsField />
      <SizeField />
      <MarketplacePicker />
      <StylePicker />
      <ModePicker />
      <VariantsAndFormat />
      <Boxes />
    </div>
  );
}

/** Looks are offered only to users who have an order or a look. */
function useHasLooks(): boolean {
  const looks = useLooks();
  const orders = useRecentOrders();
  const look = useStudioState(({ settings }) => settings.look);
  const hasPhoto = orders.some(({ counts }) => counts.succeeded > 0);
  return hasPhoto || look !== null || (looks?.length ?? 0) > 0;
}

function describeChanges(settings: Settings, t: Translate): string[] {
  const { look, resolutions, marketplaces, cutouts, options } = settings;
  const [resolution = defaultResolution] = resolutions;
  return [
    ...(look ? [look.name] : []),
    ...(marketplaces.length === 0 && resolution !== defaultResolution ? [resolution] : []),
    ...factorsOf(settings, t),
    ...(canHaveProps(settings) && options.props?.length
      ? [
          t("{count, plural, one {# thing around it} other {# things around it}}", {
            count: options.props.length,
          }),
        ]
      : []),
    ...(options.correct === "auto" ? [] : [t("Pictures as they are")]),
    ...(options.material === "glass" ? [t("As glass")] : []),
    ...(cutouts ? [t("Cut-outs as well")] : []),
  ];
}

function Boxes() {
  const t = useTranslate();
  const { set, setOptions } = useStudio();
  const { cutouts, options } = useStudioState(({ settings }) => settings);
  const boxes = [
    {
      label: t("Correct light, noise and tilt"),
      hint: t("Color cast, darkness, noise, compression and leaning products, where the pictures need it"),
      checked: options.correct === "auto",
      onCheck: (checked: boolean) =>
        setOptions((before) => ({ ...before, correct: checked ? "auto" : "off" })),
    },
    {
      label: t("Product of glass"),
      hint: t("The scene shows through it; labels and caps stay as they are"),
      checked: options.material === "glass",
      onCheck: (checked: boolean) =>
        setOptions(({ material: _, ...rest }) => (checked ? { ...rest, material: "glass" } : rest)),
    },
    {
      label: t("Cut-outs as well"),
      hint: t("Each picture without its background, {price}", { price: creditsText(cutoutCost, t) }),
      checked: cutouts,
      onCheck: (checked: boolean) => set({ cutouts: checked }),
    },
  ];
  return boxes.map(({ label, hint, checked, onCheck }) => (
    <Checkbox
      key={label}
      checked={checked}
      onChange={(event) => onCheck(event.currentTarget.checked)}
      label={<span className="font-medium">{label}</span>}
      hint={hint}
    />
  ));
}
