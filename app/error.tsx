"use client";

import { MessagePage } from "#components/shell/message-page.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <MessagePage
      title="That did not work"
      actions={
        <>
          <Button onClick={reset}>Try again</Button>
          <ButtonLink href="/" variant="secondary">
            Front page
          </ButtonLink>
        </>
      }
    >
      The fault is on our side, and nothing was charged for it.
      {error.digest && (
        <span className="mt-1 block text-xs">Report this number when it stays: {error.digest}</span>
      )}
    </MessagePage>
  );
}
