import { expect, test } from "vitest";
import { locales } from "../contract/locales.ts";
import { renderMail } from "./template.ts";

const hostile = `<img src=x onerror=alert(1)> & "quotes" 'n' {braces}`;

test.each(locales)("a mail in %s escapes foreign text, and loads nothing", (locale) => {
  const blocks = [
    { text: hostile },
    { note: hostile },
    { note: hostile, path: "/note?a=1&b=2" },
    { link: hostile, path: `/?a=1&b="><script>` },
    { facts: [[hostile, hostile]] as const, sum: true },
  ];
  const { html, text, subject } = renderMail(() => ({ subject: hostile, blocks }), locale);
  expect(html).not.toMatch(/<(img|script|link|iframe|object)\b/);
  expect(html.replaceAll(/href="[^"]*"|>http:\/\/localhost:3000</g, "")).not.toMatch(/https?:|url\(/);
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;");
  expect(html).toContain('href="http://localhost:3000/?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('href="http://localhost:3000/note?a=1&amp;b=2"');
  expect(text).toContain(`${hostile}:\nhttp://localhost:3000/note?a=1&b=2`);
  expect([subject, text.includes(hostile)]).toEqual([hostile, true]);
  expect(html).toContain(`lang="${locale}"`);
});

test("a long address breaks inside, an amount and the name of a row do not", () => {
  const rowOf = (name: string, value: string) =>
    /<tr><td class="muted line".*?<\/tr>/s.exec(
      renderMail(() => ({ subject: "s", blocks: [{ facts: [[name, value]] }] }), "en").html,
    )?.[0];
  expect(
    rowOf("Customer", "Ada\na.long.address.of.a.seller@shop.example.com")?.match(/anywhere/g),
  ).toHaveLength(1);
  expect(rowOf("Paid", "$49.00")).not.toContain("anywhere");
});
