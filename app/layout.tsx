import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { env } from "#lib/env.ts";
import "./globals.css";

/** Code stands below the first screen, if at all: its face must not hold up the photo above. */
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
});

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: "Photo Generation Service", template: "%s · Photo Generation Service" },
    description: "Turn a plain product picture into a studio photo, in the browser or by API.",
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
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${mono.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      suppressHydrationWarning
    >
      <body className="font-sans">
        {children}
        <Toaster />
      </body>
    </html>
  );
}
