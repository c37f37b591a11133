import { readFile } from "node:fs/promises";
import type { z } from "zod";
import type { Locale } from "../contract/locales.ts";
import { isWhite, type Style } from "../contract/photos/styles.ts";
import { propNames, propTitles } from "../contract/photos/values.ts";
import { type ProductSizeName, productSizes, sceneCategoryNames } from "../contract/scenes/categories.ts";
import type { propQuery, sceneQuery } from "../contract/scenes/schemas.ts";
import { indexCursorOf, readIndexCursor } from "../db/pages.ts";
import { wordsOf } from "../imaging/renderer/prompt/text.ts";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { type CatalogueScene, sceneCatalogue } from "./catalogue.ts";
import { matchScenes } from "./match.ts";

/** Minimum score of a scene in search results. */
const searchedScore = 0.25;

/** A page of the scenes. Throws ApiError invalid_params for an invalid cursor. */
export async function listScenes(
  { category, style, size, q, cursor, limit }: z.output<typeof sceneQuery>,
  { locale }: { locale: Locale },
) {
  const from = cursor === undefined ? 0 : readIndexCursor(cursor);
  const scenes = (q?.trim() ? search(q) : sceneCatalogue()).filter(
    (scene) =>
      (!category || scene.category === category) &&
      (!style || suitsStyle(scene, style)) &&
      (!size || suitsSize(scene, size)),
  );
  const next = from + limit;
  return {
    data: scenes.slice(from, next).map((scene) => ({
      id: scene.id,
      name: scene.name[locale],
      category: scene.category,
      tags: scene.tags[locale],
      previewUrl: previewUrlOf(scene.id),
      pitches: [...scene.pitches],
      productCm: scene.productCm,
      flatLay: scene.flatLay,
      seasons: scene.seasons,
    })),
    nextCursor: next < scenes.length ? indexCursorOf(next) : null,
  };
}

/** A page of the props. Throws ApiError invalid_params for an invalid cursor. */
export async function listProps(
  { cursor, limit }: z.output<typeof propQuery>,
  { locale }: { locale: Locale },
) {
  const from = cursor === undefined ? 0 : readIndexCursor(cursor);
  const next = from + limit;
  return {
    data: propNames.slice(from, next).map((id) => ({ id, name: propTitles[id][locale] })),
    nextCursor: next < propNames.length ? indexCursorOf(next) : null,
  };
}

export function previewUrlOf(sceneId: string): string {
  return `${env().BASE_URL}/api/v1/scenes/${sceneId}/preview`;
}

/** Matches like a prompt, and also by prefix, for a word being typed; best first. */
function search(text: string): CatalogueScene[] {
  const typed = wordsOf(text).map(({ text: word }) => word);
  const scores = new Map(matchScenes(text).scenes.map(({ id, score }) => [id, score]));
  const scored = sceneCatalogue().map((scene) => {
    const words = wordsOf(textsOf(scene).join(" "));
    const begins = typed.every((part) => words.some(({ text: word }) => word.startsWith(part)));
    return { scene, score: Math.max(scores.get(scene.id) ?? 0, begins && typed.length > 0 ? 0.9 : 0) };
  });
  return scored
    .filter(({ score }) => score >= searchedScore)
    .sort((a, b) => b.score - a.score)
    .map(({ scene }) => scene);
}

function textsOf({ name, tags, category }: CatalogueScene): string[] {
  return [name, tags, sceneCategoryNames[category]].flatMap((texts) => Object.values(texts).flat());
}

/** Moods that fit a style; other styles accept every scene. */
const moodsOfStyles: Partial<Record<Style, readonly string[]>> = {
  luxury: ["luxurious", "elegant", "glamorous", "opulent", "dark", "intimate", "sensual", "festive"],
  studio: ["minimal", "modern", "graphic", "clean", "calm", "elegant", "luxurious", "playful", "soft"],
};

export function suitsStyle({ moods }: CatalogueScene, style: Style): boolean {
  if (isWhite(style)) return false;
  const asked = moodsOfStyles[style];
  return asked === undefined || moods.some((mood) => asked.includes(mood));
}

function suitsSize({ productCm }: CatalogueScene, name: ProductSizeName): boolean {
  const { from, to } = productSizes[name];
  return productCm.from < to && productCm.to > from;
}

/** The preview of a scene with a neutral product. Throws ApiError not_found. */
export async function readScenePreview(
  id: string,
): Promise<{ bytes: Buffer<ArrayBuffer>; contentType: string }> {
  const scene = sceneCatalogue().find((one) => one.id === id);
  if (!scene) throw refusal(because("scene_not_found"));
  return { bytes: await readFile(scene.previewFile), contentType: "image/webp" };
}
