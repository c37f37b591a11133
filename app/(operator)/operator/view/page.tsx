import { EyeOff } from "lucide-react";
import { notFound } from "next/navigation";
import { getLanguage, titled } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { getView } from "#lib/auth/page.ts";

async function requireView() {
  return (await getView()) ?? notFound();
}

export const generateMetadata = titled((t) => t("Not part of the view"), {}, requireView);

/** Replaces the account's pages that a view does not show. */
export default async function ClosedPage() {
  const { email } = await requireView();
  const { t } = await getLanguage();
  return (
    <>
      <PageHeader title={t("Not part of the view")} description={email} />
      <EmptyState
        icon={EyeOff}
        title={t("Only the owner can see this page")}
        actions={<ButtonLink href="/photos">{t("Photos")}</ButtonLink>}
      >
        {t("The view shows photos, orders, looks, billing and activity: no keys, no secrets, no sign-in.")}
      </EmptyState>
    </>
  );
}
