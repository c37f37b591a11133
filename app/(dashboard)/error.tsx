"use client";

import { ServerCrash } from "lucide-react";
import { type ErrorPageProps, FaultText } from "#components/shell/message-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/page.tsx";

/** One page of the dashboard failed; the frame with the way to the others stands. */
export default function DashboardErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <EmptyState
      icon={ServerCrash}
      title="This page could not be shown"
      actions={<Button onClick={reset}>Try again</Button>}
    >
      <FaultText digest={error.digest} />
    </EmptyState>
  );
}
