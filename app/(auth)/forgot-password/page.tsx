import { MailCheck } from "lucide-react";
import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput } from "#components/auth/auth-page.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { TextLink } from "#components/ui/button.tsx";
import { takesPasswords } from "#lib/auth/providers.ts";
import { requestReset } from "../actions.ts";

export const generateMetadata = titled((t) => t("Forgotten password"));

export default async function ForgotPasswordPage() {
  if (!takesPasswords()) redirect("/sign-in");
  const { t } = await getLanguage();
  return (
    <AuthPage
      title={t("Forgotten your password?")}
      description={t("We mail you a link to choose a new one.")}
      footer={
        <TextLink href="/sign-in" className="tap">
          {t("Back to sign in")}
        </TextLink>
      }
    >
      <AuthForm
        action={requestReset}
        submitLabel={t("Mail me the link")}
        inputs={[emailInput(t)]}
        done={
          <div role="status" className="flex gap-3 rounded-lg bg-success-soft p-4 text-sm text-success-ink">
            <MailCheck aria-hidden className="size-5 shrink-0" />
            <p>
              {t(
                "If there is an account with this address, the link has been sent. It is valid for one hour.",
              )}
            </p>
          </div>
        }
      />
    </AuthPage>
  );
}
