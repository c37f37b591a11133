import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { quarters, signedParams, startTestHost, testAccount } from "#lib/testing/images/embedded-host.ts";
import { runsOf } from "#lib/testing/trials.ts";

everyTestTries("ownership");

const photo = await quarters(16, 16);
const on = await startTestHost();
await on.host.upload(photo, { folder: "outputs/usr_b", name: "paid" });
afterAll(() => on.close());

const boundary = "b0undary";
const folder = "inputs/usr_x";

/** The signed fields that the service issues, for folder and time. */
function issued(): [string, string][] {
  return Object.entries(on.host.signUpload(folder).fields);
}

async function send(fields: readonly (readonly [string, string])[], action = "image/upload") {
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="../../x.png"\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join("") + file),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const response = await on.fetch(`v1_1/testcloud/${action}`, { method: "POST", body, headers });
  return { status: response.status, body: await response.json() };
}

async function storedIds(): Promise<string[]> {
  const { files } = on.host.store;
  const records: string[] = [];
  for await (const { key } of files.list("assets")) if (key.endsWith("asset.json")) records.push(key);
  return Promise.all(records.map(async (key) => JSON.parse(String(await files.read(key))).publicId));
}

describe("a text parameter", () => {
  const names = ["folder", "public_id", "timestamp", "signature", "api_key", "public_id_prefix", "eager"];
  test.each(names.flatMap((name) => [`${name}[]`, `${name}[0]`, `${name}[][]`]))(
    "is rejected as the list %s, in every type of body",
    async (name) => {
      const plain = name.replace(/\[.*$/, "");
      const all: [string, string][] = issued().map(([key, value]) => [key === plain ? name : key, value]);
      if (!all.some(([key]) => key === name)) all.push([name, "x"]);
      const multipart = await send(all);
      const form = await on.fetch("v1_1/testcloud/image/upload", {
        method: "POST",
        body: new URLSearchParams(all),
      });
      const json = await on.fetch("v1_1/testcloud/image/upload", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...Object.fromEntries(issued()), [plain]: ["x"] }),
      });
      expect([multipart.status, form.status, json.status]).toEqual([400, 400, 400]);
      expect(multipart.body.error.message).toContain("a text is expected, not a list");
    },
  );

  test.each(["folder", "timestamp", "signature", "api_key"])(
    "is rejected when %s is sent twice",
    async (name) => {
      const again = issued().find(([key]) => key === name);
      const answer = await send([...issued(), again ?? ["", ""]]);
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        `Invalid parameter ${name}: it was sent more than once`,
      ]);
    },
  );

  test("is rejected as an object in JSON", async () => {
    const response = await on.fetch("v1_1/testcloud/image/upload", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...Object.fromEntries(issued()), folder: { a: 1 } }),
    });
    expect(response.status).toBe(400);
  });
});

test("an unsupported parameter is rejected even when it is signed", async () => {
  const { status, body } = await send(
    Object.entries(signedParams({ folder, public_id: "outputs/usr_b/paid" })),
  );
  const message = "Invalid parameter public_id: this image host does not support it";
  expect([status, body.error.message]).toEqual([400, message]);
});

test("the signature of an upload cannot delete or derive anything", async () => {
  for (const action of ["image/destroy", "image/explicit"]) {
    for (const extra of [
      [],
      [["public_id", "outputs/usr_b/paid"]],
      [["public_id[]", "outputs/usr_b/paid"]],
    ]) {
      const params = new URLSearchParams([...issued(), ...(extra as [string, string][])]);
      const response = await on.fetch(`v1_1/testcloud/${action}`, { method: "POST", body: params });
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  }
  // The signature in an upload's response covers public_id and version, and is not valid for any call.
  const { body } = await send(issued());
  const { public_id, version, signature } = body;
  const replay = { public_id, version: String(version), signature, api_key: testAccount.apiKey };
  for (const timestamp of ["", String(version)]) {
    const answer = await on.fetch("v1_1/testcloud/image/destroy", {
      method: "POST",
      body: new URLSearchParams({ ...replay, ...(timestamp && { timestamp }) }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect(await on.host.store.get("outputs/usr_b/paid")).not.toBeNull();
});

test("no change of signed fields stores a picture outside their folder or changes an existing one", async () => {
  const name = fc.constantFrom(
    ...["folder", "public_id", "public_id_prefix", "asset_folder", "display_name", "eager", "transformation"],
    ...[
      "format",
      "overwrite",
      "use_filename",
      "unique_filename",
      "filename_override",
      "type",
      "tags",
      "context",
    ],
    ...["timestamp", "signature", "api_key", "resource_type", "cloud_name", "upload_preset", "eager_async"],
  );
  const suffix = fc.constantFrom("", "", "[]", "[0]", "[a]", " ", "%00", "\u200b", "\u0301");
  const value = fc.oneof(
    fc.constantFrom(
      ...[
        "",
        "/",
        "..",
        "inputs/usr_x",
        "inputs/usr_x/",
        "inputs/usr_x/..",
        "outputs/usr_b",
        "outputs/usr_b/paid",
      ],
      ...[
        "inputs/usr_x&public_id=a",
        "w_10",
        "1",
        "true",
        "png",
        `${folder}\u0338`,
        "\u0000",
        "é",
        "e\u0301",
      ],
    ),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, "")),
  );
  const extra = fc.tuple(
    fc.tuple(name, suffix).map((parts) => parts.join("")),
    value,
  );
  const property = fc.asyncProperty(
    fc.array(extra, { maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(3), value), { maxLength: 1 }),
    fc.boolean(),
    async (extras, changes, first) => {
      const before = new Set(await storedIds());
      const fields = issued();
      for (const [index, changed] of changes) fields[index] = [fields[index]?.[0] ?? "", changed];
      const { status, body } = await send(first ? [...extras, ...fields] : [...fields, ...extras]);
      expect([200, 400, 401]).toContain(status);
      for (const id of await storedIds()) {
        if (before.has(id)) continue;
        expect(id).toMatch(/^inputs\/usr_x\/[0-9a-z]{20}$/);
        expect(body).toMatchObject({ public_id: id, format: "png", bytes: photo.length, tags: [] });
        expect(body.eager).toBeUndefined();
        await on.host.destroy(id);
      }
      expect(await on.host.store.get("outputs/usr_b/paid")).toMatchObject({ sizeBytes: photo.length });
    },
  );
  await fc.assert(property, { numRuns: runsOf(250, 40), verbose: 1 });
});
