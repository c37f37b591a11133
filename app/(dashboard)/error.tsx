"use client";

import { ServerCrash } from "lucide-react";
import { FaultWords } from "#components/shell/fault-words.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** One page of the dashboard failed; the frame with the way to the others stands. */
export default function DashboardErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <EmptyState
      icon={ServerCrash}
      title="This page could not be shown"
      actions={<Button onClick={reset}>Try again</Button>}
    >
      <FaultWords digest={error.digest} />
    </EmptyState>
  );
}
