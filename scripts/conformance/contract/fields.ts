import sharp from "sharp";
import { expectEqual, expectThat } from "../suite.ts";
import {
  balances,
  expectMatch,
  expectOneOf,
  expectTypes,
  type Fields,
  photo,
  type Rows,
} from "./contract.ts";

const invalid = [400, "invalid_params"] as const;
const each = (name: string, values: string) => values.split(", ").map((value) => ({ [name]: value }));

/** Section 2: resources and their fields. */
export const fields: Rows = {
  "2.1 signature, api_key, cloud_name, folder: string; timestamp: integer": async (contract) =>
    expectTypes(await contract.signed(), {
      string: "signature api_key cloud_name folder",
      number: "timestamp",
    }),
  async "2.1 timestamp: Unix time in seconds"(contract) {
    const { timestamp } = await contract.signed();
    expectThat(Math.abs(Number(timestamp) - Date.now() / 1000) < 60, "the time now", String(timestamp));
  },
  "2.1 folder: an inputs folder followed by a per-user identifier": async (contract) =>
    expectMatch((await contract.signed()).folder, /inputs\/\w+$/),
  async "2.2 image_url, type and style are required"(contract) {
    const all = { image_url: "https://example.com/a.jpg", ...photo };
    for (const name of Object.keys(all)) {
      const json = { ...all, [name]: undefined };
      const { issues } = await contract.refuse("generate", invalid, { json });
      const isNamed = issues?.some(({ path }) => path === name) === true;
      expectThat(isNamed, `an issue of ${name}`, JSON.stringify(issues));
    }
  },
  async "2.2 type: product; style, aspect_ratio, resolution: only the values of the table"(contract) {
    const image_url = await contract.picture();
    const wrong = [{ type: "person" }, ...each("style", "noir, Studio"), { aspect_ratio: "2:1" }];
    for (const field of [...wrong, { resolution: "8K" }])
      await contract.refuse("generate", invalid, { json: { image_url, ...photo, ...field } });
  },
  "2.2 style: studio, amazon, luxury, lifestyle; aspect_ratio: 1:1, 4:3, 3:4, 16:9, 9:16; resolution: 1K, 2K, 4K; prompt: free text":
    (contract) =>
      contract.estimate(
        ...each("style", "studio, amazon, luxury, lifestyle"),
        ...each("aspect_ratio", "1:1, 4:3, 3:4, 16:9, 9:16"),
        ...each("resolution", "1K, 2K, 4K"),
        { prompt: "on a marble table, soft light" },
      ),
  async "2.3 result_url: permanent URL in the outputs area"(contract) {
    const { result_url } = (await contract.paidPhoto()).fields;
    expectMatch(result_url, /\/outputs\//);
    await contract.requirePicture(result_url, "image/jpeg");
  },
  async "2.3 credits_used: number; credits_remaining: monthly, topup, total"(contract) {
    const { total, fields: made } = await contract.paidPhoto();
    const cost = await contract.world.photoCost("1K");
    expectEqual(made.credits_used, cost, "credits_used");
    expectEqual((made.credits_remaining as Fields).total, total - cost, "total");
    expectTypes(made.credits_remaining, balances);
  },
  async "2.4 result_url, credits_used 10, credits_remaining"(contract) {
    const { result_url, credits_used, credits_remaining } = await contract.paidCutout();
    expectEqual(credits_used, 10, "credits_used");
    expectTypes(credits_remaining, balances);
    const { channels } = await sharp(await contract.requirePicture(result_url, "image/png")).stats();
    const alpha = channels[3];
    expectEqual([alpha?.min, alpha?.max], [0, 255], "a product on a transparent background: its opacity");
  },
  "2.5 image_url: in the inputs area": async (contract) =>
    expectMatch(await contract.picture(), /\/inputs\//),
  async "2.6 monthly_remaining, topup_remaining, total, credits_limit: number; tier, status: string"(
    contract,
  ) {
    const found = await contract.balance();
    expectTypes(found, {
      number: "monthly_remaining topup_remaining total credits_limit",
      string: "tier status",
    });
    expectEqual(Object.keys(found).length, 6, "fields");
  },
  async "2.6 total: monthly_remaining + topup_remaining"(contract) {
    const { monthly_remaining, topup_remaining, total } = await contract.balance();
    expectEqual(total, Number(monthly_remaining) + Number(topup_remaining), "total");
  },
  "2.6 tier: starter, pro, max, ultra": async (contract) =>
    expectOneOf("starter, pro, max, ultra", (await contract.balance()).tier),
  async "2.6 status: active, canceled, past_due, trialing"(contract) {
    expectOneOf("active, canceled, past_due, trialing", (await contract.balance()).status);
    for (const name of ["canceled", "past_due"] as const) {
      const { status } = await contract.succeed("credits", {}, await contract.world.account(name));
      expectEqual(status, name, "status");
    }
  },
  async "2.6 credits_limit: the monthly allowance of the tier"(contract) {
    const limits: Record<string, number> = { starter: 100, pro: 400, max: 1_200, ultra: 4_000 };
    const { tier, credits_limit } = await contract.balance();
    if (process.env.PLANS_FILE) {
      const { plans } = (await contract.succeed("listPlans")) as {
        plans: { tier: string; monthly_credits: number }[];
      };
      for (const plan of plans) limits[plan.tier] = plan.monthly_credits;
    }
    if (contract.world.own) expectEqual(credits_limit, limits[String(tier)], "credits_limit");
    else expectThat(Number(credits_limit) >= 0, "a limit", String(credits_limit));
  },
};
