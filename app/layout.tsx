import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LanguageProvider } from "#components/language/language.tsx";
import { messagesOf } from "#components/language/messages.ts";
import { getLanguage, getLocale } from "#components/language/server.ts";
import { PricesProvider } from "#components/photos/prices.tsx";
import { BrandProvider } from "#components/shell/brand.tsx";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { offer } from "#lib/plans/offer.ts";
import { getAccent, getBrand } from "#lib/platform/brand.ts";
import { env } from "#lib/platform/env.ts";
import { mono, sans } from "./fonts.ts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getLanguage();
  const { name, hasLogo } = getBrand();
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: name, template: `%s · ${name}` },
    icons: { icon: hasLogo ? "/brand/logo" : "/icon.svg" },
    description: t("Turn a plain product picture into a studio photo, in the browser or by API."),
    // Title and description are omitted, so that shared links show those of their page.
    openGraph: { type: "website", siteName: name },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0d10" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  const locale = await getLocale();
  return (
    <html
      lang={locale}
      className={`${sans.variable} ${mono.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      suppressHydrationWarning
    >
      <body className="font-sans">
        {getAccent() && <link rel="stylesheet" href="/brand/colors.css" precedence="brand" />}
        <LanguageProvider locale={locale} messages={messagesOf(locale)}>
          <BrandProvider brand={getBrand()}>
            <PricesProvider baseCosts={offer().baseCosts}>{children}</PricesProvider>
          </BrandProvider>
        </LanguageProvider>
      </body>
    </html>
  );
}
