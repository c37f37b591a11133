import { EyeOff } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLanguage } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { getView } from "#lib/auth/page.ts";

export async function generateMetadata(): Promise<Metadata> {
  if (!(await getView())) notFound();
  const { t } = await getLanguage();
  return { title: t("Not part of the view") };
}

/** Replaces the account's pages that a view does not show. */
export default async function ClosedPage() {
  const view = await getView();
  if (!view) notFound();
  const { t } = await getLanguage();
  return (
    <>
      <PageHeader title={t("Not part of the view")} description={view.email} />
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
