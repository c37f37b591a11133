import { maxUrlLength } from "#lib/contract/limits.ts";
import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, type Fault } from "../check.ts";
import { callTool } from "../mcp.ts";
import { type Case, expectThat } from "../suite.ts";
import type { Things } from "../things.ts";

interface Address {
  url: string;
  /** This machine: webhooks may go there if the service itself runs on loopback. */
  isLoopback?: true;
  /** A well-formed name, which only a look-up finds to be of no use. */
  isName?: true;
}

/** Addresses at which no picture and no subscriber can be. */
const addresses: readonly Address[] = [
  ...["127.0.0.1", "[::1]", "0177.0.0.1", "2130706433", "0x7f.1", "127.1"].map((host) => ({
    url: `http://${host}/a.jpg`,
    isLoopback: true as const,
  })),
  { url: "http://localhost/a.jpg", isLoopback: true, isName: true },
  ...["0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"].map(
    (host) => ({ url: `http://${host}/latest/meta-data/` }),
  ),
  ...["[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]"].map(
    (host) => ({ url: `http://${host}/a.jpg` }),
  ),
  ...[
    "http://metadata.internal/",
    "http://printer.local/",
    "http://xn--mnchen-3ya.invalid/",
    "http://münchen.invalid/",
  ].map((url) => ({ url, isName: true as const })),
  { url: "http://user:secret@93.184.215.14/a.jpg" },
  { url: "http://93.184.215.14:8080/a.jpg" },
  { url: "https://93.184.215.14:22/a.jpg" },
  { url: "http://93.184.215.14:99999/a.jpg" },
  ...[
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
    "ftp://example.com/a.jpg",
  ].map((url) => ({ url })),
  ...["blob:https://example.com/1", "gopher://example.com/", "//example.com/a.jpg", "/a.jpg", "a.jpg"].map(
    (url) => ({ url }),
  ),
  ...["http://", "https:///", "http:// /a.jpg", "http://[::1", "http://a b/", "http://%00/", "", " "].map(
    (url) => ({ url }),
  ),
  { url: `https://example.com/${"a".repeat(maxUrlLength)}` },
  { url: "http://example.com/\0.jpg" },
  { url: "http://example.com/\ud800.jpg" },
];

interface AddressInput {
  name: string;
  /** Whether the address is of a subscriber instead of a picture. */
  isTarget?: true;
  /** Whether an address with a name is accepted, and looked up when its picture is needed. */
  isLater?: true;
  send: (things: Things, url: string) => Promise<Fault>;
}

const photo = { type: "product", style: "studio" };

/** Calls an operation with a body, which must be refused. */
function refusedJson(
  id:
    | "generate"
    | "removeBg"
    | "preview"
    | "estimate"
    | "createBatch"
    | "keepMask"
    | "createLook"
    | "createWebhookEndpoint",
  jsonOf: (url: string, picture: string) => object,
): AddressInput["send"] {
  return async (things, url) => {
    const { world } = things;
    const json = jsonOf(url, await things.picture(world.payer));
    const answer = await world.call(operations[id], { json }, world.payer);
    return checkRefusal(operations[id], answer, { code: "invalid_params" });
  };
}

function refusedQuery(
  id: "getMask" | "forgetMask" | "maskFile",
  more: Record<string, string> = {},
): AddressInput["send"] {
  return async ({ world }, url) => {
    const answer = await world.call(operations[id], { query: { image_url: url, ...more } }, world.payer);
    return checkRefusal(operations[id], answer, { code: "invalid_params" });
  };
}

/** Every field that takes an address. */
const inputs: readonly AddressInput[] = [
  { name: "generate: image_url", send: refusedJson("generate", (image_url) => ({ image_url, ...photo })) },
  {
    name: "generate: background.image_url",
    send: refusedJson("generate", (url, image_url) => ({
      image_url,
      ...photo,
      background: { image_url: url },
    })),
  },
  { name: "preview: image_url", send: refusedJson("preview", (image_url) => ({ image_url, ...photo })) },
  {
    name: "preview: background.image_url",
    send: refusedJson("preview", (url, image_url) => ({
      image_url,
      ...photo,
      background: { image_url: url },
    })),
  },
  { name: "removeBg: image_url", send: refusedJson("removeBg", (image_url) => ({ image_url })) },
  {
    name: "removeBg: mask_url",
    send: refusedJson("removeBg", (mask_url, image_url) => ({ image_url, mask_url })),
  },
  {
    name: "removeBg: background.image_url",
    send: refusedJson("removeBg", (url, image_url) => ({ image_url, background: { image_url: url } })),
  },
  {
    name: "estimate: image_url",
    isLater: true,
    send: refusedJson("estimate", (image_url) => ({
      requests: [{ operation: "generate", request: { image_url, ...photo } }],
    })),
  },
  {
    name: "createBatch: image_url",
    isLater: true,
    send: refusedJson("createBatch", (image_url) => ({
      items: [{ custom_id: "a", operation: "generate", request: { image_url, ...photo } }],
    })),
  },
  {
    name: "createBatch: image_url of a cut-out",
    send: refusedJson("createBatch", (image_url) => ({
      items: [{ custom_id: "a", operation: "remove_bg", request: { image_url } }],
    })),
  },
  {
    name: "keepMask: image_url",
    send: refusedJson("keepMask", (image_url, mask_url) => ({ image_url, mask_url })),
  },
  {
    name: "keepMask: mask_url",
    send: refusedJson("keepMask", (mask_url, image_url) => ({ image_url, mask_url })),
  },
  { name: "getMask: image_url", send: refusedQuery("getMask") },
  { name: "forgetMask: image_url", send: refusedQuery("forgetMask") },
  { name: "maskFile: image_url", send: refusedQuery("maskFile", { source: "found" }) },
  {
    name: "createLook: background.image_url",
    isLater: true,
    send: refusedJson("createLook", (image_url) => ({
      name: "Conformance",
      settings: { background: { image_url } },
    })),
  },
  {
    name: "createWebhookEndpoint: url",
    isTarget: true,
    send: refusedJson("createWebhookEndpoint", (url) => ({ url, events: ["*"] })),
  },
  {
    name: "the tool upload_picture: image_url",
    async send({ world }, image_url) {
      const { fault } = await callTool(world, "upload_picture", { image_url }, world.payer);
      expectThat(fault?.code === "invalid_params", "invalid_params", JSON.stringify(fault));
      return fault as Fault;
    },
  },
];

export function addressInputs(things: Things): Case[] {
  const isAtHome = /^https?:\/\/(localhost|127\.|\[::1\])/.test(things.world.baseUrl);
  return inputs.flatMap(({ name, isTarget, isLater, send }) =>
    addresses
      .filter(({ isLoopback, isName }) => !(isTarget && isLoopback && isAtHome) && !(isLater && isName))
      .map(({ url }) => ({
        subject: name,
        name: JSON.stringify(url.slice(0, 60)),
        async run() {
          const { fix } = await send(things, url);
          expectThat(fix !== undefined, "a fix", "none");
        },
      })),
  );
}
