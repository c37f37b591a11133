import { maxUrlLength } from "#lib/contract/limits.ts";
import { operations } from "#lib/contract/operations.ts";
import { checkRefusal } from "../check.ts";
import type { Id } from "../derived.ts";
import { callTool } from "../mcp.ts";
import { type Case, expectThat } from "../suite.ts";
import type { Things } from "../things.ts";

/** Addresses at which no picture and no subscriber can be, by what distinguishes them. */
const addresses = {
  /** This machine: webhooks may go there if the service itself runs on loopback. */
  loopback: ["127.0.0.1", "[::1]", "0177.0.0.1", "2130706433", "0x7f.1", "127.1"].map(
    (host) => `http://${host}/a.jpg`,
  ),
  loopbackName: ["http://localhost/a.jpg"],
  /** Well-formed names, which only a look-up finds to be of no use. */
  name: [
    ...["http://metadata.internal/", "http://printer.local/"],
    ...["http://xn--mnchen-3ya.invalid/", "http://münchen.invalid/"],
  ],
  other: [
    ...["0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"],
    ...["[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]"],
    ...["user:secret@93.184.215.14", "93.184.215.14:8080", "93.184.215.14:99999"],
  ]
    .map((host) => `http://${host}/a.jpg`)
    .concat(
      ...["https://93.184.215.14:22/a.jpg", "javascript:alert(1)", "file:///etc/passwd"],
      ...["data:image/png;base64,iVBORw0KGgo=", "ftp://example.com/a.jpg", "blob:https://example.com/1"],
      ...["gopher://example.com/", "//example.com/a.jpg", "/a.jpg", "a.jpg", "http://", "https:///"],
      ...["http:// /a.jpg", "http://[::1", "http://a b/", "http://%00/", "", " "],
      ...[`https://example.com/${"a".repeat(maxUrlLength)}`, "http://example.com/\0.jpg"],
      "http://example.com/\ud800.jpg",
    ),
};
type Kind = keyof typeof addresses;

const photo = { type: "product", style: "studio" };
const batchOf = (operation: string, request: object) => ({ items: [{ custom_id: "a", operation, request }] });

/** Every field that takes an address: its operation, its name, and the body or query with it and a usable picture. */
const fields: readonly (readonly [Id, string, (url: string, picture: string) => object])[] = [
  ["generate", "image_url", (image_url) => ({ image_url, ...photo })],
  ["generate", "background.image_url", (url, image_url) => ({ image_url, ...photo, ...behind(url) })],
  ["preview", "image_url", (image_url) => ({ image_url, ...photo })],
  ["preview", "background.image_url", (url, image_url) => ({ image_url, ...photo, ...behind(url) })],
  ["removeBg", "image_url", (image_url) => ({ image_url })],
  ["removeBg", "mask_url", (mask_url, image_url) => ({ image_url, mask_url })],
  ["removeBg", "background.image_url", (url, image_url) => ({ image_url, ...behind(url) })],
  [
    "estimate",
    "image_url",
    (image_url) => ({ requests: [{ operation: "generate", request: { image_url, ...photo } }] }),
  ],
  ["createBatch", "image_url", (image_url) => batchOf("generate", { image_url, ...photo })],
  ["createBatch", "image_url of a cut-out", (image_url) => batchOf("remove_bg", { image_url })],
  ["keepMask", "image_url", (image_url, mask_url) => ({ image_url, mask_url })],
  ["keepMask", "mask_url", (mask_url, image_url) => ({ image_url, mask_url })],
  ["getMask", "image_url", (image_url) => ({ image_url })],
  ["forgetMask", "image_url", (image_url) => ({ image_url })],
  ["maskFile", "image_url", (image_url) => ({ image_url, source: "found" })],
  ["createLook", "background.image_url", (url) => ({ name: "Conformance", settings: behind(url) })],
  ["createWebhookEndpoint", "url", (url) => ({ url, events: ["*"] })],
];

function behind(image_url: string) {
  return { background: { image_url } };
}

/** Fields that accept an address with a name, which is looked up when its picture is needed. */
const later = ["estimate: image_url", "createBatch: image_url", "createLook: background.image_url"];

export function addressInputs(things: Things): Case[] {
  const { world } = things;
  const isAtHome = /^https?:\/\/(localhost|127\.|\[::1\])/.test(world.baseUrl);
  const mayAccept = (subject: string, kind: Kind) =>
    (later.includes(subject) && /name$/i.test(kind)) ||
    (subject === "createWebhookEndpoint: url" && isAtHome && kind.startsWith("loopback"));
  const all = fields.map(([id, name, make]) => ({
    subject: `${id}: ${name}`,
    async send(url: string) {
      const given = make(url, await things.picture(world.payer));
      const isQuery = operations[id].input.from === "query";
      const call = isQuery ? { query: given as Record<string, string> } : { json: given };
      return checkRefusal(operations[id], await world.call(operations[id], call, world.payer), {
        code: "invalid_params",
      });
    },
  }));
  const tool = {
    subject: "the tool upload_picture: image_url",
    async send(image_url: string) {
      const { fault } = await callTool(world, "upload_picture", { image_url }, world.payer);
      expectThat(fault?.code === "invalid_params", "invalid_params", JSON.stringify(fault));
      return { fix: fault?.fix };
    },
  };
  return [...all, tool].flatMap(({ subject, send }) =>
    (Object.keys(addresses) as Kind[])
      .filter((kind) => !mayAccept(subject, kind))
      .flatMap((kind) => addresses[kind])
      .map((url) => ({
        subject,
        name: JSON.stringify(url.slice(0, 60)),
        async run() {
          const { fix } = await send(url);
          expectThat(fix !== undefined, "a fix", "none");
        },
      })),
  );
}
