import { getLanguage, titled } from "#components/language/server.ts";
import { MessagePage } from "#components/shell/message-page.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const generateMetadata = titled((t) => t("Not found"));

export default async function NotFoundPage() {
  const { t } = await getLanguage();
  return (
    <MessagePage
      title={t("There is nothing here")}
      actions={
        <>
          <ButtonLink href="/studio">{t("Open the studio")}</ButtonLink>
          <ButtonLink href="/" variant="secondary">
            {t("Front page")}
          </ButtonLink>
        </>
      }
    >
      {t("The address may be mistyped, or the page has moved.")}
    </MessagePage>
  );
}
