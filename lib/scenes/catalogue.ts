import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Locale, locales } from "../contract/locales.ts";
import { type ScenePitch, sceneCategories, scenePitches } from "../contract/scenes/categories.ts";
import { type ProductRange, readProductRange } from "../imaging/library/product-range.ts";
import { listSceneFolders, pitchOf, type SceneFolder } from "../imaging/library/scene-files.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";

const text = z.string().min(1);
const texts = z.array(text);
const inLocales = <Schema extends z.ZodType>(schema: Schema) => z.record(z.enum(locales), schema);

/** `scene.json` of a rendered scene, written by `assets/makers/scenes`; fields used only by the compositor are omitted. */
const sceneFile = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: inLocales(text),
  category: z.enum(sceneCategories),
  tags: inLocales(texts),
  seasons: texts,
  light: texts,
  moods: texts,
  colors: texts,
  flat_lay: z.boolean(),
});

/** Metadata of a scene, without its pictures. */
export interface CatalogueScene extends Omit<z.output<typeof sceneFile>, "flat_lay"> {
  flatLay: boolean;
  /** Whether products hang in it. */
  hangs: boolean;
  /** Pitches of its finished views, from low to high. */
  pitches: readonly ScenePitch[];
  productCm: ProductRange;
  /** Rendering of the scene with a neutral product. */
  previewFile: string;
}

/** The rendered scenes, by category and name; read once per process. */
export const sceneCatalogue = lazy(() => readCatalogue());

/** The names of all scenes in a language, by id. */
export function sceneNamesIn(locale: Locale): Record<string, string> {
  return Object.fromEntries(sceneCatalogue().map(({ id, name }) => [id, name[locale]]));
}

/** The ids of the scenes with this text in their name, in any language, or their id. */
export function findScenesNamed(text: string): string[] {
  const wanted = text.toLowerCase();
  const has = (name: string) => name.toLowerCase().includes(wanted);
  return sceneCatalogue().flatMap(({ id, name }) => ([id, ...Object.values(name)].some(has) ? [id] : []));
}

/** The words of the names of all scenes, in lower case. */
export const sceneNameWords = lazy(() => [
  ...new Set(
    sceneCatalogue().flatMap(({ name }) =>
      Object.values(name).flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{M}]+/u)),
    ),
  ),
]);

/** Reads the metadata of all scenes. A scene with unreadable metadata is skipped and logged. */
export function readCatalogue(scenes?: string): CatalogueScene[] {
  const found = listSceneFolders(scenes).flatMap((scene) => {
    try {
      return readScene(scene);
    } catch (error) {
      log.error({ err: error, scene: scene.id }, "scene left out: render it again with assets/makers/scenes");
      return [];
    }
  });
  const order = (scene: CatalogueScene) => sceneCategories.indexOf(scene.category);
  return found.sort((a, b) => order(a) - order(b) || a.id.localeCompare(b.id, "en"));
}

/** Order of preference for the view used as the preview. */
const shownFirst: readonly ScenePitch[] = ["middle", "flat", "front", "low", "high"];

function readScene(found: SceneFolder): CatalogueScene[] {
  const { id, folder, views } = found;
  const content = JSON.parse(readFileSync(path.join(folder, "scene.json"), "utf8"));
  const { flat_lay: flatLay, ...facts } = sceneFile.parse(content);
  if (facts.id !== id) throw new Error(`${folder}: its id is ${facts.id}`);
  const pitches = scenePitches.filter((pitch) => views.some((view) => pitchOf(view) === pitch));
  const shown = shownFirst.flatMap((pitch) => views.filter((view) => pitchOf(view) === pitch)).at(0);
  if (shown === undefined) return [];
  const productCm = readProductRange(found);
  return [
    {
      ...facts,
      flatLay,
      hangs: pitches.includes("front"),
      pitches,
      productCm,
      previewFile: path.join(folder, `${shown}-reference.webp`),
    },
  ];
}
