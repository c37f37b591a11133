import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { mails } from "../language/de/index.ts";
import { createLanguage } from "../language/translate.ts";

const sources = [
  "lib/auth/{mails,sessions}.ts",
  "lib/billing/*.ts",
  "lib/mail/*.ts",
  "lib/webhooks/mails.ts",
];

/** Every message used in mails, as in their sources. */
async function messages(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const pattern of sources) {
    for await (const file of glob(pattern)) {
      const text = await readFile(file, "utf8");
      for (const [, message = ""] of text.matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g))
        found.add(JSON.parse(message));
    }
  }
  return found;
}

test("every message of every mail has a German translation with the same values, and no translation is unused", async () => {
  const said = await messages();
  expect(said.size).toBeGreaterThan(50);
  const values = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const message of said) {
    const german = mails[message];
    expect(german, message).toBeDefined();
    expect(values(german ?? ""), message).toEqual(values(message));
  }
  expect(Object.keys(mails).filter((message) => !said.has(message))).toEqual([]);
});

test("every German message can be formatted", () => {
  const { t } = createLanguage("de", mails);
  const given = new Proxy<Record<string, string | number>>({}, { get: () => 2, has: () => true });
  for (const message of Object.keys(mails)) expect(t(message, given).length).toBeGreaterThan(0);
});
