"use client";

import { useId } from "react";
import { useTranslate } from "#components/language/language.tsx";
import { outputOf } from "#components/studio/order/outputs.ts";
import { useStudio, useStudioState } from "#components/studio/store.ts";
import { Choices } from "#components/ui/field.tsx";
import { creditsText } from "#components/ui/format.ts";
import {
  type MarketplaceSize,
  marketplaceSizeNames,
  marketplaceSizes,
} from "#lib/contract/marketplaces/list.ts";
import { generationCost, isWhite } from "#lib/contract/photos/styles.ts";

/** The marketplaces of the photos: each adds a photo in its size. */
export function MarketplacePicker() {
  const id = useId();
  const t = useTranslate();
  const studio = useStudio();
  const { marketplaces, styles } = useStudioState(({ settings }) => settings);
  const [style = "studio"] = styles;
  const toggle = (name: MarketplaceSize) => {
    const selected = marketplaceSizeNames.filter((one) => marketplaces.includes(one) !== (one === name));
    studio.set({ marketplaces: selected });
  };
  const credits = (name: MarketplaceSize) => creditsText(generationCost(style, outputOf(name).resolution), t);
  const needsWhite = marketplaces.includes("amazon") && !styles.some(isWhite);
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id={id} className="font-medium text-sm">
          {t("Where it will be shown")}
        </h2>
        {marketplaces.length > 0 && (
          <button
            type="button"
            onClick={() => studio.set({ marketplaces: [] })}
            className="rounded-sm text-muted text-xs hover:text-ink"
          >
            {t("Own shape and size")}
          </button>
        )}
      </div>
      <Choices
        aria-labelledby={id}
        className="flex flex-wrap gap-1.5"
        options={marketplaceSizeNames}
        chosen={marketplaces}
        onChoose={toggle}
        optionClass="rounded-full border border-line px-2.5 py-1 text-muted text-xs transition-colors hover:border-line-strong hover:text-ink has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink"
        nameOf={(name) =>
          t("{place}, {width} by {height} pixels, {price}", {
            place: t(marketplaceSizes[name].label),
            price: credits(name),
            width: String(marketplaceSizes[name].width),
            height: String(marketplaceSizes[name].height),
          })
        }
        titleOf={(name) =>
          `${marketplaceSizes[name].width} × ${marketplaceSizes[name].height}, ${credits(name)}`
        }
      >
        {(name) => t(marketplaceSizes[name].label)}
      </Choices>
      {needsWhite && (
        <p className="mt-2 text-muted text-xs">
          {t("As a main image Amazon takes pure white only: choose the style Amazon for it.")}
        </p>
      )}
    </div>
  );
}
