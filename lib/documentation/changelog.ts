import { getBrand } from "#lib/platform/brand.ts";
import { env } from "#lib/platform/env.ts";
import { readSource } from "./sources.ts";

export interface ChangelogEntry {
  /** The date, `2026-11-25`, also the anchor on the page. */
  day: string;
  /** A Markdown list. */
  text: string;
}

/** The introduction and entries of docs/changelog.md, newest first. */
export async function readChangelog(): Promise<{ intro: string; entries: ChangelogEntry[] }> {
  const [head = "", ...parts] = (await readSource("changelog.md")).split(/^## /m);
  const entries = parts.map((part) => {
    const [day = ""] = part.split("\n", 1);
    return { day, text: part.slice(day.length).trim() };
  });
  return { intro: head.replace(/^# .+\n/, "").trim(), entries };
}

/** The changelog as an Atom feed (RFC 4287). */
export async function changelogFeed(): Promise<string> {
  const { entries } = await readChangelog();
  const page = new URL("/changelog", env().BASE_URL).href;
  const at = (day: string) => `${day}T00:00:00Z`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${page}</id>`,
    `  <title>${escapeXml(`${getBrand().name}: API changelog`)}</title>`,
    `  <updated>${at(entries[0]?.day ?? "1970-01-01")}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${new URL("/changelog.xml", env().BASE_URL).href}"/>`,
    `  <link rel="alternate" type="text/html" href="${page}"/>`,
    `  <author><name>${escapeXml(getBrand().name)}</name></author>`,
    ...entries.map(({ day, text }) =>
      [
        "  <entry>",
        `    <id>${page}#${day}</id>`,
        `    <title>${escapeXml(`Changes of ${day}`)}</title>`,
        `    <updated>${at(day)}</updated>`,
        `    <link rel="alternate" type="text/html" href="${page}#${day}"/>`,
        `    <content type="html">${escapeXml(listHtml(text))}</content>`,
        "  </entry>",
      ].join("\n"),
    ),
    "</feed>",
    "",
  ].join("\n");
}

/** HTML of a Markdown list with code, bold text and links, the only elements in the changelog. */
function listHtml(text: string): string {
  const items = text.replace(/^- /, "").split(/\n- /);
  return `<ul>${items.map((item) => `<li>${inlineHtml(item.replace(/\s*\n\s*/g, " "))}</li>`).join("")}</ul>`;
}

function inlineHtml(text: string): string {
  return escapeXml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(
      /\[([^\]]+)\]\(([^)]+)\)/g,
      (_all, name: string, href: string) => `<a href="${new URL(href, env().BASE_URL).href}">${name}</a>`,
    );
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
