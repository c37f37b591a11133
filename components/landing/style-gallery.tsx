import { Section } from "#components/landing/section.tsx";
import { getLanguage } from "#components/language/server.ts";
import { StylePhoto } from "#components/photos/style-photo.tsx";
import { resolutions, styleNames, styles } from "#lib/contract/photos/styles.ts";
import { photoCostRange } from "#lib/plans/offer.ts";

export async function StyleGallery() {
  const { t } = await getLanguage();
  const { least, most } = photoCostRange(resolutions[0]);
  return (
    <Section
      id="styles"
      title={t("One mug, four rooms")}
      description={
        least === most
          ? t(
              "Choose a style, or describe the scene: colours, surfaces, light. {count, plural, one {One credit} other {# credits}} for a photo.",
              { count: most },
            )
          : t(
              "Choose a style, or describe the scene: colours, surfaces, light. {costs} credits for a photo, depending on its style.",
              { costs: `${least}–${most}` },
            )
      }
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
              <h3 className="font-semibold">{t(styles[style].name)}</h3>
              <p className="text-muted text-sm">{t(styles[style].summary)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
