import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, newPasswordInput } from "#components/auth/auth-page.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { TextLink } from "#components/ui/button.tsx";
import { takesPasswords } from "#lib/auth/providers.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { resetPassword } from "../actions.ts";

/** The URL contains the token, so it must not be sent as a referrer. */
export const generateMetadata = titled((t) => t("New password"), { referrer: "no-referrer" });

export default async function ResetPasswordPage({ searchParams }: PageOf<"token">) {
  if (!takesPasswords()) redirect("/sign-in");
  const { token } = await searchParams;
  const { t } = await getLanguage();
  const footer = (
    <TextLink href="/forgot-password" className="tap">
      {t("Ask for a new link")}
    </TextLink>
  );
  if (typeof token !== "string" || token === "") {
    return (
      <AuthPage
        title={t("This link is incomplete")}
        description={t("Open the link in the mail again, or ask for a new one.")}
      >
        {footer}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t("Choose a new password")}
      description={t("You will be signed out everywhere else.")}
      footer={footer}
    >
      <AuthForm
        action={resetPassword}
        hidden={{ token }}
        submitLabel={t("Set the password")}
        inputs={[newPasswordInput(t("New password"), t)]}
        check={{
          name: "secure",
          label: t("Also revoke API keys and pause webhooks"),
          hint: t("Choose this if somebody else may have been in your account."),
        }}
      />
    </AuthPage>
  );
}
