"use client";

import { MessagePage } from "#components/shell/message-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { sans } from "./fonts.ts";
import "./globals.css";

/** The frame itself failed: this page stands in for all of it. */
export default function GlobalErrorPage({ reset }: { reset: () => void }) {
  return (
    <html lang="en" className={sans.variable}>
      <body className="font-sans">
        <title>That did not work</title>
        <MessagePage title="That did not work" actions={<Button onClick={reset}>Try again</Button>}>
          The fault is on our side. Try again in a moment.
        </MessagePage>
      </body>
    </html>
  );
}
