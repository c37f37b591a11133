"use client";

import { Check } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { styleNames } from "#lib/generators/styles.ts";
import { styleOffers } from "./offers.ts";
import { StylePhoto } from "./style-photo.tsx";
import { useStudio } from "./use-studio.ts";

/** The styles, each shown by a photo that the service made. */
export function StylePicker() {
  const { studio, state } = useStudio();
  return (
    <div>
      <h2 id="style-title" className="mb-2 font-medium text-sm">
        Style
      </h2>
      <RadioGroup.Root
        aria-labelledby="style-title"
        value={state.settings.style}
        // Words written for one style seldom fit the next; own words stay.
        onValueChange={(next) => {
          const { style, prompt } = state.settings;
          const suggested = styleOffers[style].suggestions.some((suggestion) => suggestion.prompt === prompt);
          studio.set({ style: next as typeof style, ...(suggested && { prompt: "" }) });
        }}
        className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2"
      >
        {styleNames.map((style) => (
          <RadioGroup.Item
            key={style}
            value={style}
            aria-label={`${styleOffers[style].name}: ${styleOffers[style].text}`}
            className="group relative overflow-hidden rounded-lg border border-line text-left transition-colors hover:border-line-strong data-[state=checked]:border-accent-ink data-[state=checked]:bg-accent-soft"
          >
            <StylePhoto
              style={style}
              sizes="(min-width: 1024px) 10rem, 45vw"
              className="aspect-video w-full bg-white object-cover"
            />
            <span className="block flex items-baseline justify-between gap-2 px-2.5 py-1.5">
              <span className="block font-medium text-sm leading-tight">{styleOffers[style].name}</span>
            </span>
            <RadioGroup.Indicator className="absolute top-2 right-2 grid size-5 place-items-center rounded-full bg-accent text-on-accent">
              <Check aria-hidden className="size-3" strokeWidth={3} />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
