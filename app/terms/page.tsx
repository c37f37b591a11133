import { getLanguage, titled } from "#components/language/server.ts";
import { LegalText } from "#components/legal/legal-page.tsx";
import { legalTitles } from "#components/shell/site-frame.tsx";

export const generateMetadata = titled((t) => legalTitles(t).terms, { alternates: { canonical: "/terms" } });

export default async function TermsPage() {
  const { t } = await getLanguage();
  return <LegalText page="terms" title={legalTitles(t).terms} />;
}
