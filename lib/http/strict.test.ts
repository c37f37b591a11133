import { expect, test } from "vitest";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";

await useDatabase();

const { key } = await makeAccount();

const create = (json: object, prefer?: string) =>
  api("createLook", { key, json, headers: prefer === undefined ? {} : { prefer } });
const strict = "handling=strict";

test("unknown fields are ignored, and named in a header", async () => {
  const fields = { name: "Autumn", nmae: 1, settings: { style: "studio", layout: { x: 0.5, "é\n,": 1 } } };
  const { status, headers, body } = await create(fields, "respond-async, wait=5");
  expect([status, body.name]).toEqual([201, "Autumn"]);
  expect(headers.get("x-unknown-fields")).toBe("nmae, settings.layout.???");
  expect(headers.get("preference-applied")).toBeNull();
  expect(
    (await create({ name: "Winter", settings: { style: "studio" } })).headers.get("x-unknown-fields"),
  ).toBeNull();
});

test("with handling=strict unknown fields are rejected together with other errors", async () => {
  const { status, body } = await create(
    { settings: { style: "studoi", stlye: "luxury" }, nmae: "x" },
    strict,
  );
  expect([status, body.error.code]).toEqual([400, "invalid_params"]);
  expect(body.error.issues.map(({ message }: { message: string }) => message)).toEqual([
    "settings.stlye is no field of this call: did you mean style?",
    "nmae is no field of this call: did you mean name?",
    expect.stringMatching(/^name /),
    expect.stringMatching(/^settings.style must be/),
  ]);
  const good = await create({ name: "Spring", settings: { style: "studio" } }, strict);
  expect([good.status, good.headers.get("preference-applied")]).toEqual([201, strict]);
});
