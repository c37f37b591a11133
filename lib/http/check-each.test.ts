import fc from "fast-check";
import { expect, test } from "vitest";
import { batchRequest, estimateRequest } from "../contract/batches/schemas.ts";
import { ApiError } from "../platform/errors.ts";
import { describeIssue, formatPath } from "../platform/issue-words.ts";
import { checkEach, type WrongParts } from "./check-each.ts";

const photo = { image_url: "https://example.com/a.jpg", type: "product", style: "studio" };
const request = fc.oneof(
  fc.record({ ...constants(photo), prompt: fc.string(), metadata: fc.dictionary(fc.string(), fc.string()) }),
  fc.constant({ image_url: "https://example.com/a.jpg" }),
  fc.constant({ ...photo, style: "no such style", layout: { margin: 2 } }),
  fc.jsonValue(),
);
const item = fc.oneof(
  fc.record({
    operation: fc.constantFrom("generate", "remove_bg", "other"),
    custom_id: fc.oneof(fc.uuid(), fc.constantFrom("a", "b", "")),
    request,
  }),
  fc.record({ operation: fc.constant("generate"), custom_id: fc.uuid(), request: fc.constant(photo) }),
  fc.jsonValue(),
);
const good = fc.record({
  operation: fc.constant("generate"),
  custom_id: fc.oneof({ arbitrary: fc.uuid(), weight: 50 }, { arbitrary: fc.constant("a"), weight: 1 }),
  request: fc.constant(photo),
});
const list = fc.oneof(
  fc.array(item, { maxLength: 45 }),
  fc.array(good, { minLength: 8, maxLength: 45 }),
  fc.jsonValue(),
);
const body = fc.record(
  {
    title: fc.oneof(fc.string(), fc.constant(7)),
    max_credits: fc.integer(),
    items: list,
    requests: list,
    x: list,
  },
  { requiredKeys: [] },
);

function constants<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)]));
}

test.each([
  ["an order of a batch", batchRequest, "items"],
  ["an estimate", estimateRequest, "requests"],
])("%s checked one by one has the outcome of one check", async (_name, schema, name) => {
  await fc.assert(
    fc.asyncProperty(body, async (given) => {
      const whole = schema.safeParse(given, { error: describeIssue });
      const outcome: unknown = await checkEach(schema, given, { name }).catch((error: unknown) => error);
      if (whole.success) {
        expect(outcome).toEqual(whole.data);
        return;
      }
      const all = whole.error.issues.map(
        ({ path, message }) => `${formatPath(path) || "The body"} ${message}`,
      );
      const messages = [...new Set(all)];
      if (outcome instanceof ApiError) {
        expect(outcome.issues?.map(({ message }) => message)).toEqual(messages.slice(0, 50));
        return;
      }
      const { wrong } = outcome as { wrong: WrongParts };
      const found = [...wrong.elements.flatMap(({ issues }) => issues), ...wrong.issues];
      expect(found.map(({ message }) => message)).toEqual(expect.arrayContaining(messages));
    }),
    { numRuns: 300 },
  );
});
