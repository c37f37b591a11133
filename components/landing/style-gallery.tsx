import { generationCost, resolutions, styleNames } from "#lib/contract/styles.ts";
import { StylePhoto } from "../studio/style-photo.tsx";
import { styleTexts } from "../studio/style-texts.ts";
import { capitalize, countInWords, creditsInWords } from "../ui/format.ts";
import { Section } from "./section.tsx";

export function StyleGallery() {
  const cost = generationCost("studio", resolutions[0]);
  return (
    <Section
      id="styles"
      title={`One mug, ${countInWords(styleNames.length)} rooms`}
      description={`Choose a style, or describe the scene: colours, surfaces, light. ${capitalize(creditsInWords(cost))} for a photo.`}
    >
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {styleNames.map((style) => (
          <li key={style} className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
            <StylePhoto
              style={style}
              sizes="(min-width: 1280px) 600px, (min-width: 640px) 48vw, 100vw"
              className="aspect-[4/3] w-full bg-sunken object-cover"
            />
            <div className="flex items-baseline justify-between gap-4 px-5 py-4">
              <h3 className="font-semibold">{styleTexts[style].name}</h3>
              <p className="text-muted text-sm">{styleTexts[style].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
