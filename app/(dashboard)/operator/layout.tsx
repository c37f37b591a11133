import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Every page inside guards itself with requireOperator. */
export default function OperatorLayout({ children }: { children: ReactNode }) {
  return children;
}
