import type { Metadata } from "next";
import { MessagePage } from "#components/shell/message-page.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <MessagePage
      title="There is nothing here"
      actions={
        <>
          <ButtonLink href="/studio">Open the studio</ButtonLink>
          <ButtonLink href="/" variant="secondary">
            Front page
          </ButtonLink>
        </>
      }
    >
      The address may be mistyped, or the page has moved.
    </MessagePage>
  );
}
