import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { cases } from "../cases/index.ts";
import { checkRefusal, checkSuccess, fail } from "../check.ts";
import { allOperations, type Id } from "../derived.ts";
import { callTool } from "../mcp.ts";
import { type Case, expectEqual, expectThat, Skipped } from "../suite.ts";
import type { Things } from "../things.ts";
import { multipart } from "../wire.ts";
import { type Call, readCutOut } from "../world.ts";

const uriOf = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
const takesPicture = ({ input }: Operation) => input.from === "json" && input.takesPicture === true;

/** The body with another `image_url` in each of its orders; undefined removes it. */
function withPicture(body: unknown, url: string | undefined): unknown {
  const change = (name: string, value: unknown) => (name === "image_url" ? url : value);
  return JSON.parse(JSON.stringify(body, change));
}

function form(body: unknown, file: Uint8Array): Call {
  return multipart([
    { name: "request", content: JSON.stringify(body) },
    { name: "image_file", filename: "a.png", content: file },
  ]);
}

/** Every operation that takes the address of a picture also takes the picture. */
export function sentPictures(things: Things): Case[] {
  const { world } = things;
  const ways = {
    "a file in the same call": async (body: unknown) =>
      form(withPicture(body, undefined), await readCutOut()),
    "a data URI": async (body: unknown) => ({
      json: withPicture(body, uriOf(await readCutOut())) as object,
    }),
  };
  const taking = allOperations.filter(([, operation]) => takesPicture(operation));
  const taken = taking.flatMap(([id, operation]) =>
    Object.entries(ways).map(([name, callOf]) => ({
      subject: id as string,
      name,
      async run() {
        if (world.isCharged) throw new Skipped("costs credits without a test key");
        const answer = await world.call(operation, await callOf(await bodyOf(things, id)));
        checkSuccess(operation, answer);
        const url = answer.headers.get("x-image-url") ?? "";
        fail(answer, id === "createBatch" || /\/inputs\//.test(url) ? [] : ["X-Image-Url"]);
      },
    })),
  );
  const refused = taking.map(([id, operation]) => ({
    subject: id as string,
    name: "a file beside addresses is refused, and named",
    async run() {
      const call = form(await bodyOf(things, id), await readCutOut());
      const { issues } = checkRefusal(operation, await world.call(operation, call), {
        code: "invalid_params",
      });
      expectEqual(issues?.[0]?.path, "image_file", "the issue");
    },
  }));
  return [...taken, ...refused, byTool(things), asPicture(things)];
}

async function bodyOf(things: Things, id: Id): Promise<unknown> {
  return (await cases[id][0](things)).json;
}

const byTool = ({ world }: Things): Case => ({
  subject: "the tool estimate",
  name: "a data URI",
  async run() {
    const cost = await world.photoCost("1K");
    const request = { image_url: uriOf(await readCutOut()), style: "studio", max_credits: cost };
    const { content, fault } = await callTool(world, "estimate", {
      requests: [{ operation: "generate", request }],
    });
    expectThat(content?.credits === cost, `${cost} credits`, JSON.stringify(fault));
  },
});

const asPicture = (things: Things): Case => ({
  subject: "generate",
  name: "Accept: image/webp returns the picture itself",
  async run() {
    const headers = { accept: "image/webp" };
    const answer = await things.world.call(operations.generate, { json: await things.order(), headers });
    const named = ["x-generation-id", "x-credits-charged", "x-credits-remaining", "x-result-url"];
    const isWhole = named.every((name) => answer.headers.has(name));
    const isPicture = answer.bytes.subarray(8, 12).toString() === "WEBP";
    fail(
      answer,
      isWhole && isPicture && answer.headers.get("content-type") === "image/webp" ? [] : ["a WebP"],
    );
  },
});
