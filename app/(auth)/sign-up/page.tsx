import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput, newPasswordInput } from "#components/auth/auth-page.tsx";
import { NextPathLink } from "#components/auth/next-path.tsx";
import { SocialButtons } from "#components/auth/social-buttons.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { trialTerms } from "#lib/account-lifecycle/trial.ts";
import { isSignedIn } from "#lib/auth/page.ts";
import { signInProviders, takesPasswords } from "#lib/auth/providers.ts";
import { safePath } from "#lib/auth/redirect.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { signInWith, signUp } from "../actions.ts";

export const generateMetadata = titled((t) => t("Create an account"));

export default async function SignUpPage({ searchParams }: PageOf<"next">) {
  const { t } = await getLanguage();
  const offer = trialTerms();
  const path = safePath((await searchParams).next);
  if (await isSignedIn()) redirect(path);
  if (!takesPasswords()) redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
  return (
    <AuthPage
      title={t("Create your studio")}
      description={
        offer
          ? t("{credits} credits free for {days, plural, one {a day} other {# days}}, no card needed.", offer)
          : t("It takes a minute.")
      }
      footer={
        <>
          {t("Already have an account?")} <NextPathLink href="/sign-in">{t("Sign in")}</NextPathLink>
        </>
      }
    >
      <SocialButtons providers={signInProviders()} action={signInWith} withEmail />
      <AuthForm
        action={signUp}
        keepsNextPath
        submitLabel={t("Create account")}
        inputs={[emailInput(t), newPasswordInput(t("Password"), t)]}
      />
    </AuthPage>
  );
}
