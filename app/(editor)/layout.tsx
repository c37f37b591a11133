import type { ReactNode } from "react";
import { Toaster } from "#components/ui/toaster.tsx";

/** Pages that take the whole window; every page inside guards itself with requireUser. */
export default function EditorLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}
