import { glob, readFile } from "node:fs/promises";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { german } from "#components/language/de/index.ts";
import { marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import { ratioUses, resolutionUses, styles } from "#lib/contract/photos/styles.ts";
import { webhookEvents } from "#lib/contract/webhooks/events.ts";
import { MessageFormat } from "#lib/language/message-format.ts";
import { listSamples } from "#lib/samples/index.ts";

type MessageFormatElement = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Files that call `t("…")`: the pages, and the modules of lib that receive `t`. */
const sources = [
  "app/**/*.{ts,tsx}",
  "components/**/*.{ts,tsx}",
  "lib/auth/sessions.ts",
  "lib/billing/receipt-words.ts",
];

/** Messages that pages take from tables: `t(table[name])`. */
const tables = [
  ...Object.values(styles).flatMap(({ name, summary, suggestions }) => [
    name,
    summary,
    ...Object.keys(suggestions),
  ]),
  ...Object.values(ratioUses),
  ...Object.values(resolutionUses),
  ...Object.values(marketplaceSizes).map(({ label }) => label),
  ...Object.values(webhookEvents),
];

/** Adds the messages of tables that are read from files. */
async function readTables(): Promise<string[]> {
  return [...tables, ...(await listSamples()).map(({ title }) => title)];
}

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of patterns) for await (const file of glob(pattern)) found.push(file);
  return found.filter((file) => !file.includes(".test.") && !file.includes("language/de/"));
}

/** Every message of the pages, with the file that uses it. */
async function readMessages(): Promise<Map<string, string>> {
  const said = new Map((await readTables()).map((message) => [message, "a table"]));
  for (const file of await filesOf(sources)) {
    const text = await readFile(file, "utf8");
    for (const [, message = ""] of text.matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g)) {
      said.set(JSON.parse(message), file);
    }
  }
  return said;
}

/** The sorted arguments of a message, in the form `count plural`, `style select`, `name argument`. */
function argumentsOf(message: string, locale: string): string[] {
  const found = new Set<string>();
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if ("options" in element) {
        const isPlural = "pluralType" in element;
        const names = isPlural ? "" : ` ${Object.keys(element.options).toSorted().join()}`;
        found.add(`${element.value} ${isPlural ? "plural" : "select"}${names}`);
        for (const { value } of Object.values(element.options)) visit(value);
      } else if ("children" in element) visit(element.children);
      else if ("style" in element) found.add(`${element.value} of kind ${element.type}`);
      else if (element.type === 1) found.add(`${element.value} argument`);
    }
  };
  visit(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst());
  return [...found].toSorted();
}

test("every message of every page has a German translation", async () => {
  const said = await readMessages();
  expect(said.size).toBeGreaterThan(400);
  const missing = [...said].filter(([message]) => !Object.hasOwn(german, message));
  expect(missing).toEqual([]);
});

test("no German translation belongs to a message that no page uses", async () => {
  const said = await readMessages();
  expect(Object.keys(german).filter((message) => !said.has(message))).toEqual([]);
});

test("German messages have the same arguments and plurals as the English ones", () => {
  for (const [english, own] of Object.entries(german)) {
    expect(argumentsOf(own, "de"), english).toEqual(argumentsOf(english, "en"));
  }
});

/** A value for every argument that a message may have. */
function valuesOf(message: string, count: number): Record<string, string | number> {
  const names = [...message.matchAll(/\{\s*(\w+)\s*(,\s*(?:plural|number))?/g)];
  return Object.fromEntries(names.map(([, name = "", kind]) => [name, kind ? count : `a ${name}`]));
}

test("every message is formatted as a full implementation of ICU MessageFormat formats it", () => {
  for (const [english, translated] of Object.entries(german)) {
    for (const [message, locale] of [[english, "en"] as const, [translated, "de"] as const]) {
      const reference = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
      const own = new MessageFormat(message, locale);
      for (const count of message.includes("{") ? [0, 1, 2, 0.25, 12_345.678] : [0]) {
        const values = valuesOf(message, count);
        expect(own.format(values)).toBe(String(reference.format(values)));
      }
    }
  }
});

test("each German translation is in one file only", async () => {
  const known = new Set<string>();
  for await (const file of glob("{components,lib}/language/de/*.json")) {
    if (/(codes|reasons|mails)\.json$/.test(file)) continue;
    for (const message of Object.keys(JSON.parse(await readFile(file, "utf8")))) {
      expect(known, `${message} in ${file}`).not.toContain(message);
      known.add(message);
    }
  }
  expect(known).toEqual(new Set(Object.keys(german)));
});
