import { getLanguage, titled } from "#components/language/server.ts";
import { LegalText } from "#components/legal/legal-page.tsx";
import { legalTitles } from "#components/shell/site-frame.tsx";

export const generateMetadata = titled((t) => legalTitles(t).contact, {
  alternates: { canonical: "/contact" },
});

export default async function ContactPage() {
  const { t } = await getLanguage();
  return <LegalText page="contact" title={legalTitles(t).contact} />;
}
