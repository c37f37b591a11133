import type { Metadata } from "next";
import { getLanguage } from "#components/language/server.ts";
import { LegalText } from "#components/legal/legal-page.tsx";
import { legalTitles } from "#components/shell/site-frame.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getLanguage();
  return { title: legalTitles(t).privacy, alternates: { canonical: "/privacy" } };
}

export default async function PrivacyPage() {
  const { t } = await getLanguage();
  return <LegalText page="privacy" title={legalTitles(t).privacy} />;
}
