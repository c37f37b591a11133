import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import type { scene } from "#lib/contract/scenes/schemas.ts";

export type NearScene = Pick<
  z.output<typeof scene>,
  "id" | "name" | "category" | "preview_url" | "product_cm"
>;

interface SceneQuery {
  q?: string;
  style?: Style;
  limit: string;
}

/** Number of scenes that are shown as the best matches of a prompt. */
const shownScenes = 4;

export async function listScenes(query: SceneQuery): Promise<readonly NearScene[]> {
  return (await callApi("GET /api/v1/scenes", { input: query })).data;
}

/** The four scenes that match the prompt best; scenes of the style fill the remaining places. */
export async function findNearest(
  { prompt, style }: { prompt: string; style: Style },
  list = listScenes,
): Promise<readonly NearScene[]> {
  const limit = String(shownScenes);
  const near = await list({ q: prompt, style, limit });
  if (near.length >= shownScenes) return near;
  const others = await list({ style, limit });
  const isNew = ({ id }: NearScene) => !near.some((scene) => scene.id === id);
  return [...near, ...others.filter(isNew)].slice(0, shownScenes);
}
