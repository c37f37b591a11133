import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import type { scene } from "#lib/contract/scenes/schemas.ts";

export type NearScene = Pick<z.output<typeof scene>, "id" | "name" | "category" | "preview_url">;

interface SceneQuery {
  q?: string;
  style?: Style;
  limit: string;
}

/** So many scenes are shown as the nearest to a prompt. */
const shownScenes = 4;

export async function listScenes(query: SceneQuery, signal: AbortSignal): Promise<readonly NearScene[]> {
  return (await callApi("GET /api/v1/scenes", { input: query, signal })).data;
}

/** The four scenes that come nearest to a prompt, if there is one; those that suit the style fill up. */
export async function findNearest(
  { prompt, style }: { prompt: string; style: Style },
  signal: AbortSignal,
  list = listScenes,
): Promise<readonly NearScene[]> {
  const limit = String(shownScenes);
  const near = prompt === "" ? [] : await list({ q: prompt, style, limit }, signal);
  if (near.length >= shownScenes) return near;
  const others = await list({ style, limit }, signal);
  const isNew = ({ id }: NearScene) => !near.some((scene) => scene.id === id);
  return [...near, ...others.filter(isNew)].slice(0, shownScenes);
}
