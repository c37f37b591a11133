import { describe, expect, test } from "vitest";
import { errorTable } from "#lib/platform/errors.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import type { Operation } from "../operation.ts";
import { errorsOf, operations } from "../operations.ts";
import { sectionIds, sections } from "../sections.ts";
import { examples } from "./examples.ts";
import { exampleRequest, openApiDocument } from "./index.ts";

everyTestTries("openapi");

// biome-ignore lint/suspicious/noExplicitAny: a plain JSON document
const document = openApiDocument() as any;

describe("the OpenAPI document", () => {
  test("names every error code of every operation under its status, with an example", () => {
    for (const operation of Object.values<Operation>(operations)) {
      const { responses } = document.paths[operation.path][operation.method.toLowerCase()];
      for (const code of errorsOf(operation)) {
        const { examples: shown, schema } = responses[errorTable[code].status].content["application/json"];
        expect(shown[code].value.error.code).toBe(code);
        expect(schema.allOf[1].properties.error.properties.code.anyOf[0].enum).toContain(code);
      }
    }
    expect(document.components.schemas.ErrorCode.anyOf).toEqual([
      { type: "string", enum: Object.keys(errorTable) },
      { type: "string" },
    ]);
  });

  test("tags every operation with its section, and describes each tag", () => {
    const tags = Object.values(sections).map(({ title, description }) => ({ name: title, description }));
    expect(document.tags).toEqual(tags);
    for (const { section, path, method } of Object.values<Operation>(operations))
      expect(document.paths[path][method.toLowerCase()].tags).toEqual([sections[section].title]);
    const used = new Set(Object.values<Operation>(operations).map(({ section }) => section));
    expect([...used].sort()).toEqual([...sectionIds].sort());
  });

  test("declares bearer authentication as its only security scheme", () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(["bearer"]);
  });

  test("uses no names of JavaScript globals, and no defaults, which would make fields required", () => {
    const ids = Object.values<Operation>(operations).map(({ id }) => id);
    const taken = [...Object.keys(document.components.schemas), ...ids].filter((name) => name in globalThis);
    expect(taken).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"default":');
  });

  test("has operation examples that match their schemas", () => {
    for (const operation of Object.values<Operation>(operations)) {
      const { response: given } = operation.example;
      const response = typeof given === "function" ? given(examples) : given;
      if (operation.input.from === "json") operation.input.schema.parse(exampleRequest(operation));
      if (operation.produces) continue;
      expect(operation.output.parse(response)).toStrictEqual(response);
    }
  });

  test("lists the contract's fields in order, and requires a style only without a brand look and a scene", () => {
    const fields = (name: string) => Object.keys(document.components.schemas[name].properties);
    const ofContract = ["image_url", "type", "style", "prompt", "aspect_ratio", "resolution"];
    const { GenerationRequest } = document.components.schemas;
    expect(fields("GenerationRequest").slice(0, ofContract.length)).toEqual(ofContract);
    expect(GenerationRequest.required).toEqual(["image_url", "type"]);
    // The style is still required without a brand look or a scene.
    const { anyOf } = GenerationRequest.if.not;
    expect(anyOf.map(({ required }: { required: string[] }) => required)).toEqual([["look"], ["scene"]]);
    expect(GenerationRequest.then.not.properties).toEqual({ style: { type: "null" } });
    expect(fields("BackgroundRemovalRequest")[0]).toBe("image_url");
    expect(fields("WorkResult")).toEqual(["result_url", "credits_used", "credits_remaining"]);
    expect(fields("CreditsRemaining")).toEqual(["monthly", "topup", "total"]);
    expect(fields("UploadResult")).toEqual(["image_url"]);
    expect(fields("CreditBalance")).toEqual([
      "monthly_remaining",
      "topup_remaining",
      "total",
      "credits_limit",
      "tier",
      "status",
    ]);
  });
});
