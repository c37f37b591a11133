import { styleNames, styles } from "#lib/contract/photos/styles.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";
import { getLanguage } from "../language/server.ts";
import { exampleUrl, exampleWidthsPx } from "../ui/example-pictures.ts";
import { sceneExamples } from "./scene-examples.ts";
import type { OfferedSet } from "./try-out.tsx";

/** The sets that a visitor can try: the scenes of the landing page, then the styles. */
export async function offeredSets(): Promise<OfferedSet[]> {
  const { t, locale } = await getLanguage();
  const names = new Map(sceneCatalogue().map(({ id, name }) => [id, name[locale]]));
  const scenes = sceneExamples.flatMap(({ scene }) => {
    const title = names.get(scene);
    return title === undefined
      ? []
      : [
          {
            id: scene,
            title,
            set: { scene },
            pictureUrl: exampleUrl(`scene-${scene}`, exampleWidthsPx.scene[0]),
          },
        ];
  });
  const ofStyles = styleNames.map((style) => ({
    id: style,
    title: t(styles[style].name),
    set: { style },
    pictureUrl: exampleUrl(`style-${style}`, exampleWidthsPx.style[0]),
  }));
  return [...scenes, ...ofStyles];
}
