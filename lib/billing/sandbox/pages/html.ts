import { createHash } from "node:crypto";

/** Text that is HTML already. */
export interface Html {
  html: string;
}

type Value = string | number | Html | Html[] | null | undefined | false;

/** HTML from a template; every value is escaped unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return {
    html: parts.map((part, index) => part + (index < values.length ? render(values[index]) : "")).join(""),
  };
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map((item) => item.html).join("");
  return typeof value === "object" ? value.html : escapeHtml(String(value));
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

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

/** A whole page of the sandbox, with the label that no real money moves. */
export function page(title: string, body: Html, status = 200): Response {
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · Billing sandbox</title><style>${{ html: styles }}</style></head><body>
<header class="banner"><strong>Billing sandbox.</strong> No card is charged and no real money moves.</header>
<main>${body}</main></body></html>`;
  return new Response(document.html, {
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

export function button(
  action: string,
  label: string,
  fields: Record<string, string> = {},
  primary = false,
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post"><input type="hidden" name="action" value="${action}">${hidden}<button${
    primary && { html: ' class="primary"' }
  }>${label}</button></form>`;
}

export const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
export const day = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 303: the browser fetches `location` with GET. */
export function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}
