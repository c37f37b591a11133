import Link from "next/link";
import type { ComponentProps } from "react";
import { sceneExamples } from "#components/landing/scene-examples.ts";
import { Section } from "#components/landing/section.tsx";
import { getLanguage } from "#components/language/server.ts";
import { exampleSources, exampleWidthsPx } from "#components/ui/example-pictures.ts";
import { Picture } from "#components/ui/picture.tsx";
import { sceneCategoryNames } from "#lib/contract/scenes/categories.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";

/** Photos in the rendered scenes; each links to the same scene with the visitor's own picture. */
export async function SceneGallery({ signedIn, canTry }: { signedIn: boolean; canTry: boolean }) {
  const { t, locale } = await getLanguage();
  const scenes = new Map(sceneCatalogue().map((scene) => [scene.id, scene]));
  return (
    <Section
      id="scenes"
      title={t("{count} scenes, real light and shadow", { count: scenes.size })}
      description={t(
        "Podiums, kitchens, stones in water, snow: your product is put into the scene, and its shadow falls on what is around it.",
      )}
    >
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
        {sceneExamples.map(({ scene, category }) => {
          const name = scenes.get(scene)?.name[locale];
          if (name === undefined) return null;
          const studio = `/studio?scene=${scene}`;
          const elsewhere = signedIn ? studio : `/sign-up?next=${encodeURIComponent(studio)}`;
          return (
            <li key={scene}>
              <ExampleLink
                href={canTry ? `#try-${scene}` : elsewhere}
                className="group block overflow-hidden rounded-xl border border-line bg-surface shadow-card"
              >
                <Picture
                  {...exampleSources(`scene-${scene}`, exampleWidthsPx.scene)}
                  sizes="(min-width: 1280px) 296px, (min-width: 1024px) 30vw, 48vw"
                  alt=""
                  width={640}
                  height={480}
                  loading="lazy"
                  className="aspect-[4/3] w-full bg-sunken object-cover transition-transform duration-300 group-hover:scale-[1.02]"
                />
                <span className="block px-3.5 py-3">
                  <span className="block text-muted text-xs">{sceneCategoryNames[category][locale]}</span>
                  <span className="block font-medium text-sm">{name}</span>
                  <span className="mt-1 block text-accent-ink text-sm">{t("Try this with yours")}</span>
                </span>
              </ExampleLink>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** A plain link for fragments: Next's Link changes the URL without the `hashchange` event that TryOut needs. */
function ExampleLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return href.startsWith("#") ? <a href={href} {...rest} /> : <Link href={href} prefetch={false} {...rest} />;
}
