import type { ReactNode } from "react";
import { DashboardFrame } from "./frame.tsx";

/** The frame only: every page inside guards itself with requireUser. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return <DashboardFrame>{children}</DashboardFrame>;
}
