import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage } from "#components/auth/auth-page.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { type PageOf, single } from "#lib/platform/search.ts";
import { confirmAddress } from "../address-actions.ts";

export const generateMetadata = titled((t) => t("Confirm your address"), { robots: { index: false } });

/**
 * Target of the link in the address-change mail. Confirming takes a click on a button, because mail scanners open
 * links.
 */
export default async function ConfirmAddressPage({ searchParams }: PageOf<"token" | "done">) {
  const { token, done } = await searchParams;
  const { t } = await getLanguage();
  if (done) {
    return (
      <AuthPage
        title={t("Your address is changed")}
        description={t("From now on you sign in with it, and mails go there.")}
      >
        <ButtonLink href="/account" className="w-full">
          {t("To your account")}
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t("Confirm your address")}
      description={t("Your account moves to the address that this link was mailed to.")}
    >
      <AuthForm
        action={confirmAddress}
        hidden={{ token: single(token) ?? "" }}
        inputs={[]}
        submitLabel={t("Confirm this address")}
      />
    </AuthPage>
  );
}
