"use client";

import { useId } from "react";
import { useTranslate } from "#components/language/language.tsx";
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
import { generationCost, isWhite } from "#lib/contract/photos/styles.ts";

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
  const toggle = (choice: Choice) =>
    studio.set({
      marketplaces:
        choice === custom
          ? []
          : marketplaceSizeNames.filter((one) => marketplaces.includes(one) !== (one === choice)),
    });
  const credits = (name: MarketplaceSize) => creditsText(generationCost(style, outputOf(name).resolution), t);
  const needsWhite = marketplaces.includes("amazon") && !styles.some(isWhite);
  return (
    <div>
      <h2 id={id} className="mb-2 font-medium text-sm">
        {t("Where will you use it?")}
      </h2>
      <Choices
        aria-labelledby={id}
        className="flex flex-wrap gap-1.5"
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
