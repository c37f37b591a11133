import type { Locale } from "../contract/locales.ts";
import { getAccent, getBrand } from "../platform/brand.ts";
import { env } from "../platform/env.ts";
import { type MailBlock, type MailContent, type MailWriter, mailLanguage } from "./content.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders every mail: plain text, and HTML with tables and inline styles that loads no external resources. */
export function renderMail(write: MailWriter, locale: Locale): RenderedMail {
  const language = mailLanguage(locale);
  const content = write(language);
  const footer = language.t("You get this mail because of your account at {service}.");
  return {
    subject: content.subject,
    text: `${[...content.blocks.map(toText), `--\n${footer}\n${env().BASE_URL}`].join("\n\n")}\n`,
    html: toDocument(content, { locale, footer }),
  };
}

function toText(block: MailBlock): string {
  if ("text" in block) return block.text;
  if ("note" in block) return block.path ? `${block.note}:\n${urlOf(block.path)}` : block.note;
  if ("link" in block) return `${block.link}:\n${urlOf(block.path)}`;
  return block.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
}

const urlOf = (path: string) => `${env().BASE_URL}${path}`;

/** A long address or URL must not make a phone's page wider than its screen. */
const breaks = "word-break:break-word;overflow-wrap:anywhere";
const fontStack = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Colours for mail programs with a dark theme; the inline ones apply everywhere else. */
const darkStyles = `@media (prefers-color-scheme: dark) {
.page{background:#101115!important}.card{background:#1a1b20!important;border-color:#303139!important}
.ink{color:#f0f0f3!important}.muted{color:#a9abb5!important}.line{border-color:#303139!important}}`;

function toDocument(
  { subject, blocks }: MailContent,
  { locale, footer }: { locale: Locale; footer: string },
) {
  const { BASE_URL } = env();
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${darkStyles}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f6">
<tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">${toMark()}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e2e3e8;border-radius:12px;padding:28px 28px 12px">
<h1 class="ink" style="margin:0 0 16px;font:600 20px/1.35 ${fontStack};color:#17181c">${escapeHtml(subject)}</h1>
${blocks.map(toHtml).join("\n")}
</td></tr>
<tr><td class="muted" style="padding:18px 4px 0;font:12px/1.6 ${fontStack};color:#5d5f69">${escapeHtml(footer)}<br>
<a class="muted" href="${escapeHtml(BASE_URL)}" style="color:#5d5f69">${escapeHtml(BASE_URL)}</a></td></tr>
</table></td></tr></table></body></html>
`;
}

/** The operator's accent color, with a legible text color. */
function accentColors(): { background: string; text: string } {
  const isLight = (getAccent()?.lightness ?? 0) > 0.7;
  return { background: env().BRAND_COLOR ?? "#3d4fe0", text: isLight ? "#17181c" : "#ffffff" };
}

/** The logo as letters in a coloured cell, because a picture would have to be loaded. */
function toMark(): string {
  const { name } = getBrand();
  const { background, text } = accentColors();
  const [letter = ""] = name;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="28" height="28" align="center" style="background:${background};border-radius:8px;color:${text};font:700 15px/28px ${fontStack}">${escapeHtml(letter.toUpperCase())}</td>
<td class="ink" style="padding-left:10px;font:600 15px/28px ${fontStack};color:#17181c">${escapeHtml(name)}</td></tr></table>`;
}

function toHtml(block: MailBlock): string {
  if ("text" in block) {
    return `<p class="ink" style="margin:0 0 16px;font:15px/1.6 ${fontStack};color:#17181c;${breaks}">${toLines(block.text)}</p>`;
  }
  if ("note" in block) {
    const note = toLines(block.note);
    const shown = block.path
      ? `<a class="muted" href="${escapeHtml(urlOf(block.path))}" style="color:#5d5f69">${note}</a>`
      : note;
    return `<p class="muted" style="margin:0 0 16px;font:13px/1.6 ${fontStack};color:#5d5f69;${breaks}">${shown}</p>`;
  }
  if ("link" in block) return toButton(block.link, urlOf(block.path));
  return toTable(block.facts, block.sum ?? false);
}

function toButton(label: string, url: string): string {
  const { background, text } = accentColors();
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr>
<td style="background:${background};border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:11px 20px;font:600 15px/1.3 ${fontStack};color:${text};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function toTable(facts: readonly (readonly [string, string])[], sum: boolean): string {
  const rows = facts.map(([name, value], index) => {
    const weight = sum && index === facts.length - 1 ? "600" : "400";
    const cell = `padding:8px 0;border-bottom:1px solid #e8e9ee;vertical-align:top`;
    // Not in every cell: a column whose words may break is made so narrow that amounts do.
    const breaksInside = /\S{25}/.test(value) ? `;${breaks}` : "";
    return `<tr><td class="muted line" style="${cell};padding-right:16px;font:${weight} 14px/1.5 ${fontStack};color:#5d5f69">${toLines(name)}</td>
<td class="ink line" align="right" style="${cell};font:${weight} 14px/1.5 ${fontStack};color:#17181c${breaksInside}">${toLines(value)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join("")}</table>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, because users may have written it. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

const toLines = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");
