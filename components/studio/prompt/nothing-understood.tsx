"use client";

import { useEffect, useState } from "react";
import type { Style } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Picture } from "../../ui/picture.tsx";
import { findNearest, type NearScene } from "./nearest.ts";

const pauseMs = 400;

/** Warns before the order that the prompt changes nothing, and shows the scenes that come nearest to it. */
export function NothingUnderstood({ prompt, style }: { prompt: string; style: Style }) {
  const t = useTranslate();
  const scenes = useNearestScenes(prompt, style);
  return (
    <Callout
      tone="warn"
      title={t("The studio understands none of these words")}
      className="px-3 py-2.5 text-xs"
    >
      <p>{t("The photo would show the style's own scene, at the same price.")}</p>
      {scenes.length > 0 && (
        <>
          <p className="mt-2">{t("These scenes come nearest:")}</p>
          <ul className="mt-1.5 grid grid-cols-4 gap-1.5">
            {scenes.map(({ id, name, preview_url: url }) => (
              <li key={id}>
                <Picture
                  src={url}
                  alt={name}
                  title={name}
                  width={384}
                  height={384}
                  className="aspect-square w-full rounded-md object-cover"
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  );
}

function useNearestScenes(prompt: string, style: Style): readonly NearScene[] {
  const [scenes, setScenes] = useState<readonly NearScene[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    const find = async () => setScenes(await findNearest({ prompt, style }, closing.signal));
    // Without them the warning is whole.
    const timer = setTimeout(() => void find().catch(() => undefined), pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [prompt, style]);
  return scenes;
}
