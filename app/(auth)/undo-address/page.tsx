import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage } from "#components/auth/auth-page.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { type PageOf, single } from "#lib/platform/search.ts";
import { undoAddress } from "../address-actions.ts";

export const generateMetadata = titled((t) => t("Undo the change of address"), { robots: { index: false } });

/** Target of the undo link in the mail to the previous address. */
export default async function UndoAddressPage({ searchParams }: PageOf<"token" | "done">) {
  const { token, done } = await searchParams;
  const { t } = await getLanguage();
  if (done) {
    return (
      <AuthPage
        title={t("Your old address is back")}
        description={t(
          "Sessions, links and API keys have ended, webhooks are paused, and the password no longer works. Choose a new one; a mail says what was ended and what to do next.",
        )}
      >
        <ButtonLink href="/forgot-password" className="w-full">
          {t("Choose a new password")}
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t("Undo the change of address")}
      description={t(
        "Your account moves back to your old address and is secured: sessions, links and API keys end, webhooks are paused, and two-step sign-in and providers that were added in the seven days before the change are removed. Photos and credits stay. Then you choose a new password.",
      )}
    >
      <AuthForm
        action={undoAddress}
        hidden={{ token: single(token) ?? "" }}
        inputs={[]}
        submitLabel={t("Undo the change")}
      />
    </AuthPage>
  );
}
