import { expect, test } from "vitest";
import { z } from "zod";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { describeIssue, formatPath } from "./issue-words.ts";

everyTestTries("messages");

const schema = z.object({
  name: z.string().min(3).max(4),
  size: z.number().min(2).max(9).multipleOf(2).optional(),
  count: z.int().optional(),
  on: z.boolean().optional(),
  site: z.url().optional(),
  at: z.iso.datetime().optional(),
  tags: z.array(z.string().min(1)).min(1).max(2).optional(),
  kind: z.enum(["a", "b"]).optional(),
  own: z
    .string()
    .refine(() => false, { error: "has words of its own" })
    .optional(),
});

const wordsOf = (value: unknown) =>
  schema
    .safeParse(value, { error: describeIssue })
    .error?.issues.map(({ path, message }) => `${formatPath(path)} ${message}`.trim());

test.each([
  [{}, "name is required"],
  [{ name: null }, "name is required"],
  [{ name: 1 }, "name must be text"],
  [{ name: "ab" }, "name is shorter than 3 characters"],
  [{ name: "abcde" }, "name is longer than 4 characters"],
  [{ name: "abc", size: "2" }, "size must be a number"],
  [{ name: "abc", size: 0 }, "size must be at least 2"],
  [{ name: "abc", size: 10 }, "size must be at most 9"],
  [{ name: "abc", size: 3 }, "size must be a multiple of 2"],
  [{ name: "abc", count: 1.5 }, "count must be a whole number"],
  [{ name: "abc", on: "yes" }, "on must be true or false"],
  [{ name: "abc", site: "x" }, "site must be a URL"],
  [{ name: "abc", at: "today" }, "at must be a time in ISO 8601"],
  [{ name: "abc", tags: "x" }, "tags must be a list"],
  [{ name: "abc", tags: [] }, "tags must not be empty"],
  [{ name: "abc", tags: ["a", "b", "c"] }, "tags has more than 2 entries"],
  [{ name: "abc", tags: ["a", ""] }, "tags[1] must not be empty"],
  [{ name: "abc", kind: "c" }, "kind must be one of a, b"],
  [{ name: "abc", own: "x" }, "own has words of its own"],
  [[], "must be a JSON object"],
])("describes what is wrong with %j", (value, words) => {
  expect(wordsOf(value)).toEqual([words]);
});
