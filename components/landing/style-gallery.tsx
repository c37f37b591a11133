import { generationCost, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import { getLanguage } from "../language/server.ts";
import { StylePhoto } from "../photos/style-photo.tsx";
import { styleTexts } from "../photos/style-texts.ts";
import { Section } from "./section.tsx";

export async function StyleGallery() {
  const { t } = await getLanguage();
  const cost = generationCost("studio", resolutions[0]);
  return (
    <Section
      id="styles"
      title={t("One mug, four rooms")}
      description={t(
        "Choose a style, or describe the scene: colours, surfaces, light. {count, plural, one {One credit} other {# credits}} for a photo.",
        { count: cost },
      )}
    >
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {styleNames.map((style) => (
          <li key={style} className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
            <StylePhoto
              style={style}
              t={t}
              sizes="(min-width: 1280px) 600px, (min-width: 640px) 48vw, 100vw"
              className="aspect-[4/3] w-full bg-sunken object-cover"
            />
            <div className="flex items-baseline justify-between gap-4 px-5 py-4">
              <h3 className="font-semibold">{t(styleTexts[style].name)}</h3>
              <p className="text-muted text-sm">{t(styleTexts[style].text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
