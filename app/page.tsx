import { cookies } from "next/headers";
import { SiteFooter } from "#components/shell/site-footer.tsx";
import { SiteHeader } from "#components/shell/site-header.tsx";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { getUser } from "#lib/auth/page.ts";

export default async function LandingPage() {
  const [user, jar] = await Promise.all([getUser(), cookies()]);
  return (
    <>
      <SiteHeader signedIn={user !== null} />
      <main id="content" />
      <SiteFooter theme={parseTheme(jar.get(themeCookie)?.value)} />
    </>
  );
}
