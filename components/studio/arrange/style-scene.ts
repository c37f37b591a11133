"use client";

import { useMemo } from "react";
import { useStudioState } from "#components/studio/store.ts";
import { customPrompt } from "#lib/contract/photos/styles.ts";
import { readScene } from "#lib/imaging/renderer/prompt/prompt.ts";
import { setStyle, withOptions } from "#lib/imaging/renderer/scene/options.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/** The defaults of light, shadow and reflection of the first style. */
export function useStyleScene(): { scene: Scene; isEstimated: boolean } {
  const { styles: chosen, prompt, options } = useStudioState(({ settings }) => settings);
  const [style = "studio"] = chosen;
  const color = options.background?.color ?? null;
  const scene = useMemo(() => {
    const background = color === null ? undefined : { color };
    const set = setStyle(style, { background });
    return withOptions(readScene(set, customPrompt(set, prompt)), { background });
  }, [style, prompt, color]);
  return { scene, isEstimated: (options.background?.image_url ?? null) !== null };
}
