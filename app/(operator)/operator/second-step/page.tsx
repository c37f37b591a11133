import { ShieldCheck } from "lucide-react";
import { redirect } from "next/navigation";
import { getLanguage, titled } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { requireMarked } from "#lib/auth/operator.ts";

export const generateMetadata = titled((t) => t("Two-step sign-in"), {}, requireMarked);

/** The only page for operators who signed in without a second factor. */
export default async function SecondStepPage() {
  if ((await requireMarked()).access === "operator") redirect("/operator");
  const { t } = await getLanguage();
  return (
    <>
      <PageHeader title={t("Support desk")} description={t("For operators of this service.")} />
      <EmptyState
        icon={ShieldCheck}
        title={t("Turn on two-step sign-in first")}
        actions={<ButtonLink href="/account">{t("Account")}</ButtonLink>}
      >
        {t(
          "The support desk opens once it is on, in a session that began with its code. An account that Google or GitHub opens cannot open it: they ask for no code.",
        )}
      </EmptyState>
    </>
  );
}
