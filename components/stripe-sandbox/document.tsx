import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import type { Locale } from "#lib/contract/locales.ts";
import { createLanguage, type Language } from "#lib/language/translate.ts";
import type { SandboxPage } from "#lib/stripe-sandbox/pages.ts";
import { messagesOf } from "../language/messages.ts";
import { Checkout, Portal, Problem } from "./pages.tsx";

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; background: light-dark(#f6f6f4, #17171a); color: light-dark(#1c1c1f, #ececee); }
  .banner { background: #7a3e00; color: #fff; padding: .6rem 1rem; text-align: center; }
  main { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
  section { background: light-dark(#fff, #222226); border: 1px solid light-dark(#d9d9d6, #3a3a40);
    border-radius: 12px; padding: 1.25rem; margin: 0 0 1rem; }
  h1 { font-size: 1.4rem; margin: 0 0 1rem; } h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
  p { margin: .3rem 0; } .muted { color: light-dark(#5c5c62, #a9a9b2); } .price { font-size: 2rem; font-weight: 600; }
  form { display: inline-block; margin: .35rem .35rem 0 0; }
  button { font: inherit; padding: .55rem .95rem; border-radius: 8px; cursor: pointer;
    border: 1px solid light-dark(#8a8a90, #6d6d75); background: transparent; color: inherit; }
  button.primary { background: #0b5fd3; border-color: #0b5fd3; color: #fff; }
  button:focus-visible, a:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px; }
  .notice { border-left: 4px solid #0b8a4a; } .problem { border-left: 4px solid #c62828; }
  a { color: light-dark(#0b5fd3, #7fb2ff); } dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; }
  dt { color: light-dark(#5c5c62, #a9a9b2); } dd { margin: 0; }`;

const styleHash = createHash("sha256").update(styles).digest("base64");

/**
 * Renders a page of the sandbox as a response. The framework cannot serve it: its form posts to the URL of the page, a
 * declined card returns 402, and no script may run.
 */
export async function respondWithPage(page: SandboxPage, status: number, locale: Locale): Promise<Response> {
  // Imported here because Next.js forbids this import at the top level of a server module.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const language = createLanguage(locale, messagesOf(locale));
  const [title, content] = contentOf(page, language);
  const markup = renderToStaticMarkup(
    <Document title={title} language={language}>
      {content}
    </Document>,
  );
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action *; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

function contentOf(page: SandboxPage, language: Language): [title: string, content: ReactNode] {
  const { t } = language;
  switch (page.kind) {
    case "checkout":
      return [t("Checkout"), <Checkout key="page" page={page} language={language} />];
    case "portal":
      return [t("Your subscription"), <Portal key="page" page={page} language={language} />];
    case "problem":
      return [t("Not available"), <Problem key="page" returnUrl={page.returnUrl} language={language} />];
  }
}

interface DocumentProps {
  title: string;
  language: Language;
  children: ReactNode;
}

function Document({ title, language: { t, locale }, children }: DocumentProps) {
  return (
    <html lang={locale}>
      {/* biome-ignore lint/style/noHeadElement: this document is not one of the framework's pages */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${t("Billing sandbox")}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <header className="banner">
          <strong>{t("Billing sandbox")}.</strong> {t("No card is charged and no real money moves.")}
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
