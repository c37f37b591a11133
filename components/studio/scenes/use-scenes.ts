"use client";

import { useEffect, useReducer, useState } from "react";
import useSWR from "swr";
import { isPaintable } from "#components/photos/modes.ts";
import { callApi } from "#lib/contract/client.ts";
import { customPrompt, type Style } from "#lib/contract/photos/styles.ts";
import { useShown } from "../shown.ts";
import { useMode, useStudioState } from "../store.ts";
import { findNearest, listScenes, type NearScene } from "./nearest.ts";
import { makePreviews, type SceneView } from "./previews.ts";

/** Requested this long after the last change. */
const pauseMs = 500;
const once = { revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true };
const mostScenes = "100";

/** The style that scenes are shown in: the first that a scene can change; null for none. */
export function useSceneStyle(): Style | null {
  return useStudioState(({ settings }) => settings.styles.find(isPaintable) ?? null);
}

/** The address of the product that is shown, else of the first that is selected; null before there is one. */
export function useShownProduct(): string | null {
  const shown = useShown();
  const chosen = useStudioState(
    ({ sources }) =>
      sources.find(({ selected, imageUrl }) => selected && imageUrl !== null)?.imageUrl ?? null,
  );
  return shown && "source" in shown ? shown.source.imageUrl : chosen;
}

/** The value once it has stayed the same for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** All scenes of a style, or the four that come nearest to the prompt. */
export function useScenes(style: Style | null, { all }: { all: boolean }): readonly NearScene[] {
  const prompt = useSettled(useStudioState(({ settings }) => settings.prompt.trim()));
  const words = all ? "" : prompt;
  const { data } = useSWR(
    style && ["scenes", style, words, all],
    () => {
      const { signal } = new AbortController();
      if (style === null) return [];
      if (all) return listScenes({ style, limit: mostScenes }, signal);
      return findNearest({ prompt: words, style }, signal);
    },
    once,
  );
  return data ?? [];
}

/** What a scene is called; null for none, and until it is known. */
export function useSceneName(id: string | null): string | null {
  const readNames = () => listScenes({ limit: mostScenes }, new AbortController().signal);
  const { data } = useSWR(id && "scene names", readNames, once);
  return data?.find((scene) => scene.id === id)?.name ?? null;
}

/** The scene that the prompt asks for by itself: photos without a chosen scene are made in it. */
export function usePromptScene(): string | null {
  const style = useSceneStyle();
  const imageUrl = useShownProduct();
  const mode = useMode();
  const { prompt, options, scene } = useStudioState(({ settings }) => settings);
  const words = useSettled(prompt.trim());
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

/** Makes the pictures of these that are missing, and draws the component again with each. */
export function usePreviews(views: readonly SceneView[]): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const asked = useSettled(JSON.stringify(views));
  useEffect(() => {
    const closing = new AbortController();
    // Without them the scenes are shown with the neutral product.
    void makePreviews(JSON.parse(asked), { signal: closing.signal, onMade: redraw }).catch(() => undefined);
    return () => closing.abort();
  }, [asked]);
}
