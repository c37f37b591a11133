import type { ReactNode } from "react";
import { WithSceneNames } from "#components/language/scene-names.tsx";
import { Toaster } from "#components/ui/toaster.tsx";

/** Frame of full-window pages: every page in it calls requireUser itself. */
export default function EditorLayout({ children }: { children: ReactNode }) {
  return (
    <WithSceneNames>
      {children}
      <Toaster />
    </WithSceneNames>
  );
}
