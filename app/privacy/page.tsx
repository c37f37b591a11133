import { getLanguage, titled } from "#components/language/server.ts";
import { LegalText } from "#components/legal/legal-page.tsx";
import { legalTitles } from "#components/shell/site-frame.tsx";

export const generateMetadata = titled((t) => legalTitles(t).privacy, {
  alternates: { canonical: "/privacy" },
});

export default async function PrivacyPage() {
  const { t } = await getLanguage();
  return <LegalText page="privacy" title={legalTitles(t).privacy} />;
}
