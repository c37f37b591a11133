import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput } from "#components/auth/auth-page.tsx";
import { NextPathLink } from "#components/auth/next-path.tsx";
import { SocialButtons } from "#components/auth/social-buttons.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { Callout } from "#components/ui/callout.tsx";
import { isSignedIn } from "#lib/auth/page.ts";
import { signInProviders, takesPasswords } from "#lib/auth/providers.ts";
import { safePath } from "#lib/auth/redirect.ts";
import type { Translate } from "#lib/language/translate.ts";
import { type PageOf, single } from "#lib/platform/search.ts";
import { signIn, signInWith } from "../actions.ts";
import { isAppError, providerErrorIn } from "./provider-errors.ts";

export const generateMetadata = titled((t) => t("Sign in"));

interface Notice {
  title?: string;
  text: string;
}

/** Notices on the sign-in page, by the parameter of the flow that led here. */
function noticesIn(t: Translate): Record<string, Notice> {
  return {
    "reset-done": { text: t("Your new password is set. Sign in with it.") },
    "reset-secured": {
      title: t("Your account is secured"),
      text: t(
        "Sessions and API keys have ended, and webhooks are paused. Sign in with your new password; a mail says what to do next.",
      ),
    },
    "reset-ended": {
      title: t("Your account is secured"),
      text: t("Sessions and API keys have ended, and webhooks are paused. Sign in again."),
    },
    "address-mailed": {
      title: t("Check your inbox"),
      text: t("We sent you a link to confirm your address. Confirming it starts your trial."),
    },
    "address-confirmed": { text: t("Your address is confirmed. Sign in, and the studio is yours.") },
    expired: { text: t("This link is no longer valid. Sign in and request a new one.") },
  };
}

/** `reset`, `address` and `error` select the notice above the form. */
export default async function SignInPage({ searchParams }: PageOf<"next" | "reset" | "address" | "error">) {
  const { next, reset, address, error } = await searchParams;
  const { t } = await getLanguage();
  const notices = noticesIn(t);
  const isLinkOver = error !== undefined && address === "confirmed";
  const providerError = error !== undefined && !isLinkOver && { text: providerErrorIn(t, String(error)) };
  const notice: Notice | undefined = isLinkOver
    ? notices.expired
    : providerError || (notices[`address-${address}`] ?? notices[`reset-${reset}`]);
  const withEmail = takesPasswords();
  if (await isSignedIn()) redirect(isAppError(single(error)) ? "/connect" : safePath(next));
  return (
    <AuthPage
      title={t("Welcome back")}
      description={t("Sign in to your studio.")}
      footer={
        withEmail && (
          <>
            {t("New here?")} <NextPathLink href="/sign-up">{t("Create an account")}</NextPathLink>
          </>
        )
      }
    >
      {notice && (
        <Callout tone={error ? "danger" : "success"} className="mb-5" title={notice.title}>
          {notice.text}
        </Callout>
      )}
      <SocialButtons providers={signInProviders()} action={signInWith} withEmail={withEmail} />
      {withEmail && (
        <AuthForm
          action={signIn}
          keepsNextPath
          submitLabel={t("Sign in")}
          inputs={[
            emailInput(t),
            {
              name: "password",
              label: t("Password"),
              type: "password",
              autoComplete: "current-password",
              aside: (
                <Link href="/forgot-password" className="tap rounded-sm hover:text-ink">
                  {t("Forgotten?")}
                </Link>
              ),
            },
          ]}
        />
      )}
    </AuthPage>
  );
}
