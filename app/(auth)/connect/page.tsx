import { AuthPage } from "#components/auth/auth-page.tsx";
import { ConnectForm } from "#components/auth/connect-form.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { Callout } from "#components/ui/callout.tsx";
import { findAppRequest } from "#lib/auth/apps/request.ts";
import { requireUser } from "#lib/auth/page.ts";
import { findProofNeeded } from "#lib/auth/passwords.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { answerApp } from "./actions.ts";

/** The URL contains the signed request of an app. */
export const generateMetadata = titled((t) => t("Connect an app"), { referrer: "no-referrer" });

/** Where the authorization server sends the user of an app: asks whether the app may act for the account. */
export default async function ConnectPage({ searchParams }: PageOf) {
  const { t } = await getLanguage();
  const entries = Object.entries(await searchParams);
  const query = new URLSearchParams(
    entries.flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  );
  const request = await findAppRequest(query);
  if (!request) {
    return (
      <AuthPage title={t("Connect an app")} description={t("An app wants to use your account.")}>
        <Callout tone="danger">
          {t("This request is incomplete, or its app is unknown. Start again in the app.")}
        </Callout>
      </AuthPage>
    );
  }
  const user = await requireUser(`/connect?${query}`);
  const proof = await findProofNeeded(user);
  return (
    <AuthPage
      title={t("Connect “{app}”?", { app: request.name })}
      description={t("It leads back to {host}. Allow it only if you started this there.", {
        host: request.host,
      })}
    >
      <ConnectForm
        action={answerApp}
        query={query.toString()}
        scopes={request.scopes}
        email={user.email}
        asksPassword={proof === "password"}
      />
    </AuthPage>
  );
}
