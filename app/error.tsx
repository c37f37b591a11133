"use client";

import { type ErrorPageProps, FaultText, MessagePage } from "#components/shell/message-page.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";

export default function ErrorPage({ error, reset }: ErrorPageProps) {
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
      <FaultText digest={error.digest} />
    </MessagePage>
  );
}
