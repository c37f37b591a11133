import { KeyList } from "#components/keys/key-list.tsx";
import { KeyMaker } from "#components/keys/key-maker.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { DeveloperTabs } from "#components/shell/sections.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { findProofNeeded } from "#lib/auth/passwords.ts";
import { listKeys } from "#lib/keys/read.ts";
import { env } from "#lib/platform/env.ts";
import { changeKey, makeKey, revokeKey } from "./actions.ts";

export const generateMetadata = titled((t) => t("API keys"));

export default async function KeysPage() {
  const user = await requireUser("/developers/keys");
  const { t } = await getLanguage();
  const [keys, proofNeeded] = await Promise.all([listKeys(user.id), findProofNeeded(user)]);
  return (
    <>
      <PageHeader
        title={t("API keys")}
        description={t(
          "For your shop's backend and your scripts. Each key works on its own and can be ended on its own.",
        )}
      />
      <DeveloperTabs />
      <div className="space-y-5">
        <KeyMaker action={makeKey} baseUrl={env().BASE_URL} asksPassword={proofNeeded === "password"} />
        <KeyList
          keys={keys}
          revoke={revokeKey}
          change={changeKey}
          asksPassword={proofNeeded === "password"}
        />
      </div>
    </>
  );
}
