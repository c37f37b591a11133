import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type OperationId, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";

await useDatabase();
const account = await makeAccount({ monthly: 50 });

/** Sends the body unchanged. Expects a documented error, and nothing charged or stored. */
async function expectRefusal(operation: OperationId, sent: TestCall): Promise<void> {
  const answer = await api(operation, { key: account.key, ...sent });
  expect(answer.body.error.code).toBe("invalid_params");
  const { userId } = account;
  expect(await db().balance.findUniqueOrThrow({ where: { userId } })).toMatchObject({ monthly: 50 });
  expect(await db().generation.count({ where: { userId } })).toBe(0);
}

const good = { image_url: "https://example.com/a.jpg", type: "product", style: "studio" };
const bytes = (...values: number[]) => new Uint8Array(values);
const with_ = (change: object) => JSON.stringify({ ...good, ...change });

/** Besides those that the conformance suite sends to every operation. */
const jsonBodies: [string, BodyInit][] = [
  ["an array of the object", JSON.stringify([good])],
  ["null for what is required", with_({ image_url: null })],
  ["a style that objects have", with_({ style: "constructor" })],
  ["a style that is a prototype", with_({ style: "__proto__" })],
  ["__proto__ with all fields", `{"__proto__":${JSON.stringify(good)}}`],
  ["constructor.prototype with all fields", `{"constructor":{"prototype":${JSON.stringify(good)}}}`],
  ["the same field twice, wrong last", `${JSON.stringify(good).slice(0, -1)},"style":"other"}`],
  ["UTF-8 that is cut", bytes(0x7b, 0x22, 0xe2, 0x82)],
  ["surrogates in UTF-8", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
];

test.each(jsonBodies)("a JSON body of %s is refused, and nothing is charged", async (_name, body) => {
  tried("json", 2);
  const headers = { "content-type": "application/json" };
  await expectRefusal("generate", { body, headers });
  await expectRefusal("removeBg", { body, headers });
});

test.each([
  ["text/plain", { "content-type": "text/plain" }],
  ["a type of two", { "content-type": "text/plain, application/json" }],
  ["a type that only begins like JSON", { "content-type": "application/jsonx" }],
  ["a length far above the limit", { "content-type": "application/json", "content-length": "999999999" }],
])("a valid JSON body sent with %s is refused", async (_name, headers) => {
  tried("json");
  await expectRefusal("generate", {
    body: new TextEncoder().encode(JSON.stringify(good)),
    headers,
  });
});

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`;
const part = (header: string, content = "x") => `--b\r\n${header}\r\n\r\n${content}\r\n`;
const file = (content = "not a picture", name = "a.jpg") =>
  part(disposition(`name="file"; filename="${name}"`), content);
const end = "--b--\r\n";
const multipart = "multipart/form-data; boundary=b";

const multipartBodies: [string, string | Uint8Array<ArrayBuffer>, string?][] = [
  ["no type", file() + end, ""],
  ["an empty boundary", file() + end, "multipart/form-data; boundary="],
  ["an empty quoted boundary", file() + end, 'multipart/form-data; boundary=""'],
  ["a boundary of 10,000 characters", file() + end, `multipart/form-data; boundary=${"b".repeat(10_000)}`],
  ["another boundary", file() + end, "multipart/form-data; boundary=c"],
  ["a boundary in other letters", file() + end, "multipart/form-data; boundary=B"],
  ["two boundaries", file() + end, "multipart/form-data; boundary=c; boundary=d"],
  ["another multipart type", file() + end, "multipart/mixed; boundary=b"],
  ["a form's type", file() + end, "application/x-www-form-urlencoded"],
  ["nothing", ""],
  ["the end alone", end],
  ["a boundary alone", "--b"],
  ["a boundary and a line", "--b\r\n"],
  ["no end", file()],
  ["no line before the end", `${file().slice(0, -2)}--b--`],
  ["a part cut in its name", '--b\r\nContent-Disposition: form-data; name="fi'],
  ["a part cut in its header", "--b\r\nContent-Dispo"],
  ["a part cut in its content", `--b\r\n${disposition('name="file"; filename="a"')}\r\n\r\nxx`],
  ["a part without headers", `--b\r\n\r\nx\r\n${end}`],
  ["a part without an empty line", `--b\r\n${disposition('name="file"')}\r\n${end}`],
  ["a part without a name", part(disposition('filename="a.jpg"')) + end],
  ["a part with an empty name", part(disposition('name=""; filename="a.jpg"')) + end],
  ["a part of another kind", part('Content-Disposition: attachment; name="file"; filename="a.jpg"') + end],
  ["no disposition", part("Content-Type: image/jpeg") + end],
  ["a name in other letters", part(disposition('name="FILE"; filename="a.jpg"')) + end],
  ["a name with a bracket", part(disposition('name="file[]"; filename="a.jpg"')) + end],
  ["a name with NUL", part(disposition('name="file\0"; filename="a.jpg"')) + end],
  ["an open quote", part(disposition('name="file; filename=a.jpg')) + end],
  ["no file name", part(disposition('name="file"')) + end],
  ["an empty file name", file("x", "") + end],
  ["a file name that climbs", file("x", "../../etc/passwd") + end],
  ["a file name with NUL", file("x", "a\0.jpg") + end],
  ["a file name of 64 KB", file("x", "a".repeat(65_536)) + end],
  ["a file and a text of its name", file() + part(disposition('name="file"'), "y") + end],
  ["a text of its name and a file", part(disposition('name="file"'), "y") + file() + end],
  ["10,000 parts", part(disposition('name="a"')).repeat(10_000) + end],
  [
    "10,000 headers",
    `--b\r\n${"X-A: b\r\n".repeat(10_000)}${disposition('name="file"; filename="a"')}\r\n\r\nx\r\n${end}`,
  ],
  [
    "a header of 1 MB",
    `--b\r\nX-A: ${"a".repeat(1024 * 1024)}\r\n${disposition('name="file"; filename="a"')}\r\n\r\nx\r\n${end}`,
  ],
  ["line feeds alone", (file() + end).replaceAll("\r\n", "\n")],
  ["the boundary within the file", file("x\r\n--b\r\ny") + end],
  [
    "base64 that nobody undoes",
    part(`${disposition('name="file"; filename="a.jpg"')}\r\nContent-Transfer-Encoding: base64`, "/9j/4AAQ") +
      end,
  ],
  [
    "a multipart within",
    part(
      `${disposition('name="file"')}\r\nContent-Type: multipart/mixed; boundary=c`,
      "--c\r\n\r\nx\r\n--c--",
    ) + end,
  ],
  ["JSON", JSON.stringify({ file: "x" })],
  ["bytes of zero", new Uint8Array(1000)],
  ["text before the first part", `hello\r\n${part(disposition('name="other"'))}${end}`],
];

test.each(multipartBodies)(
  "a multipart body with %s is refused, and nothing is stored",
  async (_name, body, type = multipart) => {
    tried("multipart");
    await expectRefusal("upload", { body, headers: { "content-type": type } });
  },
);
