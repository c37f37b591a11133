import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage } from "#components/auth/auth-page.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { TextLink } from "#components/ui/button.tsx";
import { getUser } from "#lib/auth/page.ts";
import { safePath } from "#lib/auth/redirect.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { giveCode } from "./actions.ts";

export const generateMetadata = titled((t) => t("Enter your code"));

/** Follows the password: asks for the authenticator's code or a recovery code. */
export default async function SecondStepPage({ searchParams }: PageOf<"next" | "way">) {
  const { next: requested, way } = await searchParams;
  const next = safePath(requested);
  if (await getUser()) redirect(next);
  const { t } = await getLanguage();
  const isRecovery = way === "recovery";
  const query = new URLSearchParams({ next, ...(!isRecovery && { way: "recovery" }) });
  return (
    <AuthPage
      title={isRecovery ? t("Use a recovery code") : t("Enter your code")}
      description={
        isRecovery
          ? t("One of the codes that you saved when you turned on two-step sign-in. Each works once.")
          : t("Your authenticator app shows a code of six digits for this account.")
      }
      footer={
        <>
          {isRecovery ? t("Do you have your phone?") : t("No access to your phone?")}{" "}
          <TextLink href={`/second-step?${query}`}>
            {isRecovery ? t("Enter the code of your app") : t("Use a recovery code")}
          </TextLink>
        </>
      }
    >
      <AuthForm
        key={isRecovery ? "recovery" : "code"}
        action={giveCode}
        hidden={{ next, way: isRecovery ? "recovery" : "app" }}
        submitLabel={t("Sign in")}
        inputs={[
          {
            name: "code",
            label: isRecovery ? t("Recovery code") : t("Code"),
            type: "text",
            autoComplete: "one-time-code",
          },
        ]}
      />
    </AuthPage>
  );
}
