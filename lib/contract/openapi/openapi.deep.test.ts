// Guards that the OpenAPI document passes the strict rules of a public linter.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { openApiDocument } from "./index.ts";

test("the OpenAPI document passes the strict rules of a public linter", async () => {
  tried("openapi");
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: { "no-server-example.com": "off" },
  });
  const problems = await lintFromString({
    source: JSON.stringify(openApiDocument()),
    config,
    absoluteRef: "openapi.json",
  });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
