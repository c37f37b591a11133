import { operations } from "#lib/contract/operations.ts";
import { unknownKey } from "../derived.ts";
import { type Case, casesOf, expectEqual, expectThat } from "../suite.ts";
import type { Things } from "../things.ts";
import { multipart } from "../wire.ts";
import { readPicture } from "../world.ts";
import { Contract, expectMatch, keyInQuery, photo, type Rows } from "./contract.ts";
import { fields } from "./fields.ts";

const five = ["signUpload", "upload", "generate", "removeBg", "credits"] as const;
const invalid = [400, "invalid_params"] as const;
const badKey = [401, "invalid_api_key"] as const;

/** Section 4: the endpoints. */
const endpoints: Rows = {
  async "4.1 a multipart POST to the upload address with file, api_key, timestamp, signature, folder; secure_url is an image_url"(
    contract,
  ) {
    const { status, json } = await contract.sendSigned();
    expectEqual(status, 200, "status");
    const image_url = (json as { secure_url?: string }).secure_url;
    expectMatch(image_url, /^http/);
    const requests = [{ operation: "remove_bg", request: { image_url } }];
    await contract.succeed("estimate", { json: { requests } });
  },
  "4.1 a wrong signature is refused": async (contract) =>
    expectEqual((await contract.sendSigned({ signature: "0".repeat(40) })).status, 401, "status"),
  async "4.2 400 invalid_params when the file field is missing"(contract) {
    const content = await readPicture();
    await contract.refuse("upload", invalid, multipart([{ name: "picture", filename: "a.jpg", content }]));
  },
  "4.3 credits_used = base cost x multiplier: 4K of a base cost of 1 uses 4": async (contract) =>
    expectEqual(
      (await contract.estimate({ resolution: "4K" })).credits,
      4 * (await contract.world.photoCost("1K")),
      "credits",
    ),
  async "4.3 every photo costs what the list of prices says"(contract) {
    const { prices } = (await contract.succeed("listPlans", {}, null)) as { prices: { generate: Priced[] } };
    expectEqual(prices.generate.length, 12, "prices");
    const { requests } = await contract.estimate(
      ...prices.generate.map(({ style, resolution }) => ({ style, resolution })),
    );
    const listed = prices.generate.map(({ credits }) => credits);
    expectEqual((requests as Priced[]).map(({ credits }) => credits).join(), listed.join(), "prices");
  },
  async "4.3 when generation fails: 502 generation_failed, and the credits are refunded"(contract) {
    const { things, world } = contract;
    const key = await world.account("reader");
    const image_url = await things.upload(await things.greyPicture(), key);
    const before = await world.creditsOf(key);
    await contract.refuse("generate", [502, "generation_failed"], { json: { image_url, ...photo } }, key);
    expectEqual(await world.creditsOf(key), before, "the credits before");
  },
  "4.4 an image_url elsewhere: 400 invalid_params": (contract) =>
    contract.refuse("removeBg", invalid, { json: { image_url: "https://example.com/a.jpg" } }),
  "4.4 a missing image_url: 400 invalid_params": (contract) =>
    contract.refuse("removeBg", invalid, { json: {} }),
  async "4.4 fewer than 10 credits: 402 insufficient_credits"(contract) {
    const key = await contract.world.account("poor");
    const json = { image_url: await contract.picture(key) };
    await contract.refuse("removeBg", [402, "insufficient_credits"], { json }, key);
  },
  "4.5 credits work without an active subscription": async (contract) =>
    contract.succeed("credits", {}, await contract.world.account("canceled")),
  async "4 a call ignores query parameters that it does not have, such as a cache buster"(contract) {
    const query = { _: "1", utm_source: "shop" };
    for (const id of ["credits", "signUpload"] as const) await contract.succeed(id, { query });
    const { text } = await contract.refuse("generate", invalid, { query, json: {} });
    expectThat(!text.includes("query parameter"), "no issue of the query", text);
  },
};

interface Priced {
  style: string;
  resolution: string;
  credits: number;
}

/** Sections 5, 7 and 8: keys, errors and limits. */
const keysAndErrors: Rows = {
  "5 the key in the query parameter key": (contract) =>
    contract.succeed("credits", keyInQuery(contract.payer), null),
  async "5, 7 a missing key: 401 missing_api_key on generate, invalid_api_key on the others"(contract) {
    for (const id of five)
      await contract.refuse(id, id === "generate" ? [401, "missing_api_key"] : badKey, {}, null);
  },
  async "5, 7 an invalid key: 401 invalid_api_key on all"(contract) {
    for (const id of five) await contract.refuse(id, badKey, keyInQuery(unknownKey), null);
  },
  async "5, 7 a revoked key: 401 invalid_api_key"(contract) {
    const { id, key } = await contract.things.makeKey();
    await contract.succeed("credits", {}, key);
    await contract.world.require(operations.deleteKey, { params: { id } });
    await contract.refuse("credits", badKey, {}, key);
  },
  async "5, 7 no active subscription: 403 no_active_subscription on all but credits"(contract) {
    for (const name of ["canceled", "past_due"] as const)
      for (const id of five.filter((one) => one !== "credits"))
        await contract.refuse(id, [403, "no_active_subscription"], {}, await contract.world.account(name));
  },
  async "7 statuses: invalid_params 400, insufficient_credits 402, generation_failed 502"({ things, world }) {
    const expected = { "no-product": 502, failed: 502, "insufficient-credits": 402 } as const;
    const orders = Object.entries(expected).map(
      async ([name, status]) => [await things.testOrder(name as keyof typeof expected), status] as const,
    );
    for (const [json, status] of [...(await Promise.all(orders)), [{}, 400] as const])
      expectEqual((await world.call(operations.generate, { json })).status, status, "status");
  },
  async "8 direct uploads: under about 4.5 MB"(contract) {
    await contract.succeed("upload", await contract.fileOf(4_718_592));
    await contract.refuse("upload", invalid, await contract.fileOf(4_718_593));
  },
  async "8 uploads and the credit query cost nothing"(contract) {
    const key = await contract.world.account("poor");
    const before = await contract.world.creditsOf(key);
    await contract.picture(key);
    await contract.call("signUpload", {}, key);
    expectEqual(await contract.world.creditsOf(key), before, "credits");
  },
};

/** Every row of the contract's tables, by its section and name. */
export function contractRows(things: Things): Case[] {
  const contract = new Contract(things);
  return casesOf("contract", { ...fields, ...endpoints, ...keysAndErrors }, (check) => check(contract));
}
