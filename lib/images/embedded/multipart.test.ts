import http from "node:http";
import { afterAll, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import {
  leftovers,
  postForm,
  quarters,
  signedParams,
  startTestHost,
  testAccount,
} from "#lib/testing/images/embedded-host.ts";

everyTestTries("multipart");

const photo = await quarters(64, 48, "jpeg");
const on = await startTestHost();
afterAll(() => on.close());

const boundary = "b0undary";
const params = () => {
  const fields = signedParams({ folder: "m" });
  return Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
};
const filePart = (header: string, content: Buffer | string = photo) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
    Buffer.from(content as Buffer),
    Buffer.from("\r\n"),
  ]);
const file = 'Content-Disposition: form-data; name="file"; filename="x.png"';
const octets = `${file}\r\nContent-Type: application/octet-stream`;
const end = `--${boundary}--`;

/** Sends raw bytes over one connection, chunked; resolves to the status, or 0 when the host closed the connection. */
function send(
  parts: (Buffer | string)[],
  contentType = `multipart/form-data; boundary=${boundary}`,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const request = http.request(`${on.url}/v1_1/testcloud/image/upload`, {
      method: "POST",
      headers: { "content-type": contentType },
    });
    request.on("response", async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
    request.on("error", () => resolve({ status: 0, body: "" }));
    for (const part of parts) request.write(part);
    request.end();
  });
}

const accepted: [string, () => (Buffer | string)[]][] = [
  ["without a trailing CRLF, as the SDK sends it", () => [...params(), filePart(octets), end]],
  ["with a trailing CRLF", () => [...params(), filePart(octets), `${end}\r\n`]],
  ["with the file first", () => [filePart(octets), ...params(), end]],
  ["with an epilogue", () => [...params(), filePart(octets), `${end}\r\nepilogue`]],
  ["with a preamble", () => ["preamble\r\n", ...params(), filePart(octets), end]],
  [
    "in pieces of seven bytes",
    () => {
      const whole = Buffer.concat([
        ...params().map((p) => Buffer.from(p)),
        filePart(octets),
        Buffer.from(end),
      ]);
      return Array.from({ length: Math.ceil(whole.length / 7) }, (_, i) => whole.subarray(i * 7, i * 7 + 7));
    },
  ],
  ["with a wrong declared type", () => [...params(), filePart(`${file}\r\nContent-Type: text/html`), end]],
  [
    "with a filename that climbs",
    () => [
      ...params(),
      filePart('Content-Disposition: form-data; name="file"; filename="../../etc/passwd"'),
      end,
    ],
  ],
  [
    "with a NUL in the filename",
    () => [...params(), filePart('Content-Disposition: form-data; name="file"; filename="a\u0000.png"'), end],
  ],
  [
    "with a UTF-8 filename",
    () => [...params(), filePart('Content-Disposition: form-data; name="file"; filename="é中.png"'), end],
  ],
  ["without a filename", () => [...params(), filePart('Content-Disposition: form-data; name="file"'), end]],
  [
    "with other files beside",
    () => [
      ...params(),
      filePart('Content-Disposition: form-data; name="other"; filename="o"', "junk"),
      filePart(octets),
      end,
    ],
  ],
  [
    "with a header of 1 MB",
    () => [...params(), filePart(`${octets}\r\nX-Long: ${"x".repeat(1024 * 1024)}`), end],
  ],
  [
    "with an unterminated quote",
    () => [...params(), filePart('Content-Disposition: form-data; name="file'), end],
  ],
];
test.each(accepted)("bodies %s are accepted", async (_name, parts) => {
  expect(await send(parts())).toMatchObject({ status: 200 });
  expect(await leftovers(on)).toEqual([]);
});

const half = () => filePart(octets).subarray(0, 200);
const refused: [string, () => (Buffer | string)[], string?][] = [
  ["without a boundary", () => [...params(), filePart(octets), end], "multipart/form-data"],
  ["with an empty boundary", () => [...params(), filePart(octets), end], "multipart/form-data; boundary="],
  ["with another boundary", () => [...params(), filePart(octets), end], "multipart/form-data; boundary=zzz"],
  ["cut off in the file", () => [...params(), half()]],
  ["cut off in a field", () => [params().join("").slice(0, -20)]],
  ["cut off before the end", () => [...params(), filePart(octets)]],
  ["with half an end", () => [...params(), filePart(octets), `--${boundary}-`]],
  ["that are empty", () => []],
  ["of only an end", () => [end]],
  ["with two files", () => [...params(), filePart(octets), filePart(octets), end]],
  [
    "with 10,000 parts",
    () => [
      Array.from(
        { length: 10_000 },
        (_, i) => `--${boundary}\r\nContent-Disposition: form-data; name="n${i}"\r\n\r\nv\r\n`,
      ).join(""),
      ...params(),
      filePart(octets),
      end,
    ],
  ],
  [
    "with a field of 1 MB",
    () => [
      `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${"x".repeat(1024 * 1024)}\r\n`,
      ...params(),
      filePart(octets),
      end,
    ],
  ],
  [
    "with a field that comes twice",
    () => [
      ...params(),
      `--${boundary}\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${testAccount.apiKey}\r\n`,
      filePart(octets),
      end,
    ],
  ],
  ["without headers", () => [...params(), `--${boundary}\r\n\r\n`, photo, "\r\n", end]],
  ["without a disposition", () => [...params(), filePart("Content-Type: image/png"), end]],
  ["of random bytes", () => [photo]],
  ["declared as JSON", () => [...params(), filePart(octets), end], "application/json"],
  ["declared as nothing", () => [...params(), filePart(octets), end], "text/plain"],
  ["with a file of no bytes", () => [...params(), filePart(octets, ""), end]],
  ["with line feeds alone", () => [[...params(), "x"].join("").replaceAll("\r\n", "\n"), end]],
  [
    "with an unknown extra field",
    () => [
      ...params(),
      `--${boundary}\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n`,
      filePart(octets),
      end,
    ],
  ],
];
test.each(refused)(
  "bodies %s are rejected with 4xx, leave no files, and do not affect the next upload",
  async (_name, parts, type) => {
    const { status } = await send(parts(), type);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await leftovers(on)).toEqual([]);
    expect((await postForm(on, signedParams({}), new Blob([photo as Uint8Array<ArrayBuffer>]))).status).toBe(
      200,
    );
  },
);

test("bodies of a sender that disconnects leave no files", async () => {
  const request = http.request(`${on.url}/v1_1/testcloud/image/upload`, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  request.on("error", () => undefined);
  for (const part of params()) request.write(part);
  request.write(filePart(octets).subarray(0, 300));
  await expect.poll(() => leftovers(on)).toHaveLength(1);
  request.destroy();
  await expect.poll(() => leftovers(on)).toEqual([]);
});
