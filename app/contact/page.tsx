import type { Metadata } from "next";
import { getLanguage } from "#components/language/server.ts";
import { LegalText } from "#components/legal/legal-page.tsx";
import { legalTitles } from "#components/shell/site-frame.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getLanguage();
  return { title: legalTitles(t).contact, alternates: { canonical: "/contact" } };
}

export default async function ContactPage() {
  const { t } = await getLanguage();
  return <LegalText page="contact" title={legalTitles(t).contact} />;
}
