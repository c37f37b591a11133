"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslate } from "#components/language/language.tsx";
import { usePhotoCost } from "#components/photos/prices.tsx";
import { outputOf } from "#components/photos/settings.ts";
import { RatioPicker, ResolutionPicker } from "#components/studio/panel/size-pickers.tsx";
import { useStudio, useStudioState } from "#components/studio/store.ts";
import { pillClass } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { Choices } from "#components/ui/field.tsx";
import { creditsText } from "#components/ui/format.ts";
import {
  type MarketplaceSize,
  marketplaceSizeNames,
  marketplaceSizes,
} from "#lib/contract/marketplaces/list.ts";
import { isWhite } from "#lib/contract/photos/styles.ts";

const custom = "custom";
const choices = [...marketplaceSizeNames, custom] as const;
type Choice = (typeof choices)[number];

/** Where the photos will be used: each marketplace adds its size; without one, ratios and resolutions apply. */
export function MarketplacePicker() {
  const id = useId();
  const t = useTranslate();
  const studio = useStudio();
  const { marketplaces, styles } = useStudioState(({ settings }) => settings);
  const [style = "studio"] = styles;
  // Photos of several products are mostly for listings, so that their marketplaces are visible at once.
  const hasSeveral = useStudioState(({ sources }) => sources.length > 1);
  const [isOpen = hasSeveral, setOpen] = useState<boolean>();
  const places = marketplaces.map((name) => t(marketplaceSizes[name].label));
  const toggle = (choice: Choice) =>
    studio.set({
      marketplaces:
        choice === custom
          ? []
          : marketplaceSizeNames.filter((one) => marketplaces.includes(one) !== (one === choice)),
    });
  const photoCost = usePhotoCost();
  const credits = (name: MarketplaceSize) => creditsText(photoCost(style, outputOf(name).resolution), t);
  const needsWhite = marketplaces.includes("amazon") && !styles.some(isWhite);
  return (
    <div>
      <button
        type="button"
        id={id}
        aria-expanded={isOpen}
        aria-controls={`${id}-places`}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-baseline justify-between gap-3 rounded-md py-1 text-left text-sm touch:min-h-11 touch:items-center"
      >
        <span className="shrink-0 font-medium">{t("Where will you use it?")}</span>
        <span className="flex min-w-0 items-center gap-1 text-muted text-xs">
          <span className="truncate">
            {places.length > 0 ? places.join(", ") : t("Custom shape and size")}
          </span>
          <ChevronDown
            aria-hidden
            className={cn("size-4 shrink-0 transition-transform", isOpen && "rotate-180")}
          />
        </span>
      </button>
      <Choices
        id={`${id}-places`}
        hidden={!isOpen}
        aria-labelledby={id}
        className={cn("mt-2 flex-wrap gap-1.5", isOpen ? "flex" : "hidden")}
        options={choices}
        chosen={marketplaces.length > 0 ? marketplaces : [custom]}
        onChoose={toggle}
        optionClass={cn(
          pillClass,
          "has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink",
        )}
        nameOf={(choice) =>
          choice === custom
            ? t("Custom: shape and size of your own")
            : t("{place}, {width} by {height} pixels, {price}", {
                place: t(marketplaceSizes[choice].label),
                price: credits(choice),
                width: String(marketplaceSizes[choice].width),
                height: String(marketplaceSizes[choice].height),
              })
        }
        titleOf={(choice) =>
          choice === custom
            ? t("Custom: shape and size of your own")
            : `${marketplaceSizes[choice].width} × ${marketplaceSizes[choice].height}, ${credits(choice)}`
        }
      >
        {(choice) => (choice === custom ? t("Custom") : t(marketplaceSizes[choice].label))}
      </Choices>
      {needsWhite && (
        <p className="mt-2 text-muted text-xs">
          {t("Amazon accepts only pure white for main images: choose Amazon among the classic scenes.")}
        </p>
      )}
      {marketplaces.length === 0 && (
        <div className="mt-4 space-y-4">
          <RatioPicker />
          <ResolutionPicker />
        </div>
      )}
    </div>
  );
}
