"use client";

import { useEffect } from "react";
import useSWR from "swr";
import { useStore } from "zustand";
import { isPaintable } from "#components/photos/modes.ts";
import { callApi } from "#lib/contract/client.ts";
import { customPrompt, type Style, styles } from "#lib/contract/photos/styles.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { shortTitle } from "../../photos/style-texts.ts";
import { useDebounced } from "../../ui/hooks.ts";
import { describeSet } from "../order/request.ts";
import { useShown } from "../shown.ts";
import type { Source } from "../state.ts";
import { useMode, useStudio, useStudioState } from "../store.ts";
import { classicEntries, inScene, type SceneEntry } from "./entries.ts";
import { findNearest, listScenes, type NearScene } from "./nearest.ts";
import { keyOfView, type ProductPicture, type SceneView } from "./product-pictures.ts";

const pauseMs = 500;
export const once = { revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true };
const mostScenes = "100";
const mostFound = "8";

/** The style that the prompt is matched for: the first one that supports scenes, or null. */
function useSceneStyle(): Style | null {
  return useStudioState(({ settings }) => settings.styles.find(isPaintable) ?? null);
}

/** The product shown in the scenes: the one in the viewer, else the first selected one. */
export function useShownProduct(): Source | null {
  const shown = useShown();
  return useStudioState(({ sources }) => {
    if (shown && "source" in shown) return shown.source;
    const ready = sources.filter(({ imageUrl }) => imageUrl !== null);
    const ofItem = ready.find(({ imageUrl }) => imageUrl === shown?.item.image_url);
    return ofItem ?? ready.find(({ selected }) => selected) ?? null;
  });
}

export function useAllScenes(): readonly NearScene[] {
  return useSWR("scenes", () => listScenes({ limit: mostScenes }), once).data ?? [];
}

/** The scenes that match the prompt best; none without a prompt. */
export function useNearScenes(): readonly NearScene[] {
  const style = useSceneStyle();
  const words = useDebounced(
    useStudioState(({ settings }) => settings.prompt.trim()),
    pauseMs,
  );
  const isAsked = style !== null && words !== "";
  const { data } = useSWR(
    isAsked ? ["near scenes", style, words] : null,
    () => (style === null ? [] : findNearest({ prompt: words, style })),
    once,
  );
  return (isAsked && data) || [];
}

/** What a search finds: styles and scenes by name, category and tags; null without one, or until the answer. */
export function useFoundEntries(words: string): readonly SceneEntry[] | null {
  const t = useTranslate();
  const q = useDebounced(words.trim(), pauseMs);
  const { data } = useSWR(
    q === "" ? null : ["found scenes", q],
    () => listScenes({ q, limit: mostFound }),
    once,
  );
  if (words.trim() === "" || q === "" || !data) return null;
  const isNamed = ({ style }: SceneEntry) => t(styles[style].name).toLowerCase().startsWith(q.toLowerCase());
  return [...classicEntries.filter(isNamed), ...data.map(inScene)];
}

/** The name of what is chosen: the scene, or what stands for it. */
export function useChosenName(): string {
  const language = useLanguage();
  const settings = useStudioState((state) => state.settings);
  const matched = usePromptScene();
  const [style = null, other] = settings.styles;
  if (other) return describeSet(settings, language);
  const { prompt, scene, options } = settings;
  const chosen = options.background === undefined ? (scene ?? matched) : null;
  return shortTitle({ operation: "generate", style, scene: chosen, prompt }, language);
}

/** The scene that the prompt matches: photos without a selected scene are made in it. */
export function usePromptScene(): string | null {
  const style = useSceneStyle();
  const imageUrl = useShownProduct()?.imageUrl ?? null;
  const mode = useMode();
  const { prompt, options, scene } = useStudioState(({ settings }) => settings);
  const words = useDebounced(prompt.trim(), pauseMs);
  const isOpen = scene === null && options.background === undefined && mode === "studio";
  const isAsked = isOpen && style !== null && imageUrl !== null && customPrompt(style, words) !== null;
  const { data } = useSWR(
    isAsked ? ["prompt scene", style, words] : null,
    async () => {
      if (style === null || imageUrl === null) return null;
      const request = { image_url: imageUrl, type: "product" as const, style, prompt: words };
      const input = { requests: [{ operation: "generate" as const, request }] };
      return (await callApi("POST /api/v1/estimate", { input })).requests[0]?.scene ?? null;
    },
    { ...once, keepPreviousData: false },
  );
  return (isAsked && data) || null;
}

/** The small picture of a product in a scene. It is requested only while `isInView`. */
export function useProductPicture(view: SceneView | null, isInView: boolean): ProductPicture | null {
  const { pictures } = useStudio();
  const key = view && keyOfView(view);
  // Serialized, because every render creates a new object for the same view.
  const wanted = isInView && view ? JSON.stringify(view) : null;
  useEffect(() => (wanted === null ? undefined : pictures.want(JSON.parse(wanted))), [pictures, wanted]);
  return useStore(pictures.store, (made) => (key === null ? null : (made.get(key) ?? null)));
}
