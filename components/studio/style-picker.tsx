"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { type Style, styleNames } from "#lib/generators/styles.ts";
import { Radio } from "../ui/radio.tsx";
import { styleOffers } from "./offers.ts";
import { StylePhoto } from "./style-photo.tsx";
import { useStudio } from "./use-studio.ts";

/** The styles, each shown by a photo that the service made. */
export function StylePicker() {
  const { studio, state } = useStudio();
  const group = useId();
  // Words written for one style seldom fit the next; own words stay.
  const choose = (next: Style) => {
    const { style, prompt } = state.settings;
    const suggested = styleOffers[style].suggestions.some((suggestion) => suggestion.prompt === prompt);
    studio.set({ style: next, ...(suggested && { prompt: "" }) });
  };
  return (
    <div>
      <h2 id="style-title" className="mb-2 font-medium text-sm">
        Style
      </h2>
      <fieldset
        aria-labelledby="style-title"
        className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2"
      >
        {styleNames.map((style) => (
          <label
            key={style}
            className="group relative overflow-hidden rounded-lg border border-line text-left transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-soft"
          >
            <StylePhoto
              style={style}
              sizes="(min-width: 1024px) 10rem, 45vw"
              loading="eager"
              className="aspect-video w-full bg-white object-cover"
            />
            <Radio
              group={group}
              checked={style === state.settings.style}
              onChoose={() => choose(style)}
              name={`${styleOffers[style].name}: ${styleOffers[style].text}`}
            />
            <span className="flex items-baseline justify-between gap-2 px-2.5 py-1.5">
              <span className="block font-medium text-sm leading-tight">{styleOffers[style].name}</span>
            </span>
            <span className="absolute top-2 right-2 hidden size-5 place-items-center rounded-full bg-accent text-on-accent group-has-checked:grid">
              <Check aria-hidden className="size-3" strokeWidth={3} />
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
