import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requireMarked } from "#lib/auth/operator.ts";
import { getView } from "#lib/auth/page.ts";
import { DashboardFrame } from "../(dashboard)/frame.tsx";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/**
 * Every page inside guards itself with requireOperator. What is refused here looks as any unknown address does: refused
 * by a page alone it would have the frame around it.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  if (!(await getView())) await requireMarked();
  return <DashboardFrame>{children}</DashboardFrame>;
}
