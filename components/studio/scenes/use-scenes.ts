"use client";

import { useEffect } from "react";
import useSWR from "swr";
import { useStore } from "zustand";
import { isPaintable } from "#components/photos/modes.ts";
import { callApi } from "#lib/contract/client.ts";
import { customPrompt, type Style } from "#lib/contract/photos/styles.ts";
import { useSettled } from "../../ui/settled.ts";
import { useShown } from "../shown.ts";
import type { Source } from "../state.ts";
import { useMode, useStudio, useStudioState } from "../store.ts";
import { findNearest, listScenes, type NearScene } from "./nearest.ts";
import { keyOfView, type SceneView } from "./product-pictures.ts";

/** Words are looked for this long after the last key. */
const pauseMs = 500;
const once = { revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true };
const mostScenes = "100";

/** The style that a prompt is read in: the first that a scene can change; null for none. */
function useSceneStyle(): Style | null {
  return useStudioState(({ settings }) => settings.styles.find(isPaintable) ?? null);
}

/** The product that the scenes are shown with: the one in the viewer, else the first that is selected. */
export function useShownProduct(): Source | null {
  const shown = useShown();
  return useStudioState(({ sources }) => {
    if (shown && "source" in shown) return shown.source;
    const ready = sources.filter(({ imageUrl }) => imageUrl !== null);
    const own = ready.find(({ imageUrl }) => imageUrl === shown?.item.image_url);
    return own ?? ready.find(({ selected }) => selected) ?? null;
  });
}

/** All scenes, by category. */
export function useAllScenes(): readonly NearScene[] {
  const read = () => listScenes({ limit: mostScenes }, new AbortController().signal);
  return useSWR("scenes", read, once).data ?? [];
}

/** The scenes that come nearest to the prompt; none without one. */
export function useNearScenes(): readonly NearScene[] {
  const style = useSceneStyle();
  const words = useSettled(
    useStudioState(({ settings }) => settings.prompt.trim()),
    pauseMs,
  );
  const isAsked = style !== null && words !== "";
  const { data } = useSWR(
    isAsked ? ["near scenes", style, words] : null,
    () => (style === null ? [] : findNearest({ prompt: words, style }, new AbortController().signal)),
    once,
  );
  return (isAsked && data) || [];
}

/** What a scene is called; null for none, and until it is known. */
export function useSceneName(id: string | null): string | null {
  return useAllScenes().find((scene) => scene.id === id)?.name ?? null;
}

/** The scene that the prompt asks for by itself: photos without a chosen scene are made in it. */
export function usePromptScene(): string | null {
  const style = useSceneStyle();
  const imageUrl = useShownProduct()?.imageUrl ?? null;
  const mode = useMode();
  const { prompt, options, scene } = useStudioState(({ settings }) => settings);
  const words = useSettled(prompt.trim(), pauseMs);
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

/** The small picture of a product in a scene; it is made while something that shows it is in view. */
export function useProductPicture(view: SceneView | null, isInView: boolean): string | null {
  const { pictures } = useStudio();
  const key = view && keyOfView(view);
  // As text, because every rendering has a new object of the same view.
  const wanted = isInView && view ? JSON.stringify(view) : null;
  useEffect(() => (wanted === null ? undefined : pictures.want(JSON.parse(wanted))), [pictures, wanted]);
  return useStore(pictures.store, (made) => (key === null ? null : (made.get(key) ?? null)));
}
