import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { formatCount } from "#lib/contract/billing/money.ts";
import { generation } from "#lib/contract/generations/schemas.ts";
import { maxPromptLength } from "#lib/contract/limits.ts";
import { photoModes, productSources } from "#lib/contract/photos/modes.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";

test("the prompt guide has the length limit and the styles of the contract", async () => {
  const text = await readFile("docs/prompts.md", "utf8");
  expect(text).toContain(`up to ${formatCount(maxPromptLength)} characters`);
  expect([...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, style]) => style)).toEqual(
    expect.arrayContaining(styleNames),
  );
});

test("the guide's example of a photo's mode, model and fidelity is a valid response", async () => {
  const text = await readFile("docs/guide.md", "utf8");
  const [, example = ""] = /```json In the answer of GET .*?\n(.*?)```/s.exec(text) ?? [];
  const made = generation.pick({ mode: true, model: true, fidelity: true });
  expect(made.strict().parse(JSON.parse(example))).toMatchObject({ fidelity: { product: "restored" } });
});

test("the guide names every photo mode and every product source", async () => {
  const text = await readFile("docs/guide.md", "utf8");
  for (const name of [...photoModes, ...productSources]) expect(text).toContain(`\`${name}\``);
});
