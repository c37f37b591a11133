"use client";

import { FaultWords } from "#components/shell/fault-words.tsx";
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
      <FaultWords digest={error.digest} />
    </MessagePage>
  );
}
