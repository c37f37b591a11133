"use client";

import type { Sample } from "#lib/samples/index.ts";
import { Picture } from "../ui/picture.tsx";
import { useStudio } from "./use-studio.ts";

const buttonSidePx = 192;

/** The bundled pictures; one click takes one in, set to the style that suits it. */
export function SampleButtons({ samples }: { samples: readonly Sample[] }) {
  const { studio, state } = useStudio();
  const take = (sample: Sample) => {
    const first = state.sources.length === 0 && state.shots.length === 0;
    if (first) studio.set({ style: sample.suggestedStyle, prompt: "" });
    void studio.addSample(`/samples/${sample.file}`, sample.file);
  };
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
      {samples.map((sample) => (
        <li key={sample.name}>
          <button
            type="button"
            onClick={() => take(sample)}
            aria-label={`Start with the sample: ${sample.title}`}
            title={sample.title}
            className="group block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow hover:ring-2 hover:ring-accent"
          >
            <Picture
              src={`/examples/sample-${sample.name}-${buttonSidePx}.webp`}
              alt=""
              width={buttonSidePx}
              height={buttonSidePx}
              className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.04]"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
