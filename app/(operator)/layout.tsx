import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requireMarked } from "#lib/auth/operator.ts";
import { getView } from "#lib/auth/page.ts";
import { DashboardFrame } from "../(dashboard)/frame.tsx";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/**
 * Each page in it calls requireOperator itself. The layout checks as well, because a page's 404 alone would appear
 * inside the dashboard's frame and thereby differ from other unknown URLs.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  if (!(await getView())) await requireMarked();
  return <DashboardFrame>{children}</DashboardFrame>;
}
