import type { ReactNode } from "react";
import { sceneNamesIn } from "#lib/scenes/catalogue.ts";
import { SceneNamesProvider } from "./language.tsx";
import { getLocale } from "./server.ts";

/** Sends the names of the scenes with the pages in it; others need not carry them. */
export async function WithSceneNames({ children }: { children: ReactNode }) {
  return <SceneNamesProvider names={sceneNamesIn(await getLocale())}>{children}</SceneNamesProvider>;
}
