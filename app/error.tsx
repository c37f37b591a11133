"use client";

import { useTranslate } from "#components/language/language.tsx";
import { type ErrorPageProps, FaultText } from "#components/shell/fault-text.tsx";
import { MessagePage } from "#components/shell/message-page.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const t = useTranslate();
  return (
    <MessagePage
      title={t("That did not work")}
      actions={
        <>
          <Button onClick={retry}>{t("Try again")}</Button>
          <ButtonLink href="/" variant="secondary">
            {t("Front page")}
          </ButtonLink>
        </>
      }
    >
      <FaultText digest={error.digest} />
    </MessagePage>
  );
}
