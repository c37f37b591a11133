import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { locales } from "../contract/locales.ts";
import { type ScenePitch, sceneCategories, scenePitches } from "../contract/scenes/categories.ts";
import { listSceneFolders, type SceneFolder } from "../imaging/library/scene-files.ts";
import { log } from "../platform/log.ts";
import { processSlot } from "../platform/process-slot.ts";

const text = z.string().min(1);
const texts = z.array(text);
const inLocales = <Schema extends z.ZodType>(schema: Schema) => z.record(z.enum(locales), schema);

/** `scene.json` of a rendered scene, as `scripts/scenes` writes it; what the compositor alone needs is left out. */
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

/** What is known of a scene without looking at its pictures. */
export interface CatalogueScene extends Omit<z.output<typeof sceneFile>, "flat_lay"> {
  flatLay: boolean;
  /** Of its finished views, from low to high. */
  pitches: readonly ScenePitch[];
  /** The picture of a neutral product in it. */
  previewFile: string;
}

/** The rendered scenes, by category and name; read once in each process. */
export const sceneCatalogue = processSlot("scene-catalogue", () => readCatalogue());

/** Reads the facts of all scenes. One whose facts cannot be read is absent: the log says why. */
export function readCatalogue(scenes?: string): CatalogueScene[] {
  const found = listSceneFolders(scenes).flatMap((scene) => {
    try {
      return readScene(scene);
    } catch (error) {
      log.error({ err: error, scene: scene.id }, "scene left out: render it again with scripts/scenes");
      return [];
    }
  });
  const order = (scene: CatalogueScene) => sceneCategories.indexOf(scene.category);
  return found.sort((a, b) => order(a) - order(b) || a.id.localeCompare(b.id, "en"));
}

/** The camera whose reference picture is shown where there are several. */
const shownFirst: readonly ScenePitch[] = ["middle", "flat", "low", "high"];

function readScene({ id, folder, views }: SceneFolder): CatalogueScene[] {
  const content = JSON.parse(readFileSync(path.join(folder, "scene.json"), "utf8"));
  const { flat_lay: flatLay, ...facts } = sceneFile.parse(content);
  if (facts.id !== id) throw new Error(`${folder}: its id is ${facts.id}`);
  const pitches = scenePitches.filter((pitch) => views.some((view) => pitchOf(view) === pitch));
  const shown = shownFirst.flatMap((pitch) => views.filter((view) => pitchOf(view) === pitch)).at(0);
  if (shown === undefined) return [];
  return [{ ...facts, flatLay, pitches, previewFile: path.join(folder, `${shown}-reference.webp`) }];
}

/** `flat-b` is a second view from straight above. */
function pitchOf(view: string): string {
  return view.split("-", 1)[0] ?? "";
}
