import type { ReactNode } from "react";
import { DashboardFrame } from "./frame.tsx";

/** Only the frame: every page in it calls requireUser itself. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return <DashboardFrame>{children}</DashboardFrame>;
}
