import type { ReactNode } from "react";
import { WithSceneNames } from "#components/language/scene-names.tsx";
import { DashboardFrame } from "./frame.tsx";

/** Only the frame: every page in it calls requireUser itself. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <WithSceneNames>
      <DashboardFrame>{children}</DashboardFrame>
    </WithSceneNames>
  );
}
