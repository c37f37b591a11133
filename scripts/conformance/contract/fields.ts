import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, checkSuccess } from "../check.ts";
import { expectEqual, expectThat } from "../suite.ts";
import {
  balance,
  expectTypes,
  type Fields,
  fieldsOf,
  paidCutout,
  paidPhoto,
  payerOf,
  photo,
  type Row,
  signed,
} from "./rows.ts";

/** Section 2: resources and their fields. */
export const fields: readonly Row[] = [
  [
    "2.1 signature, api_key, cloud_name, folder: string; timestamp: integer",
    async (things) => {
      expectTypes(await signed(things), {
        signature: "string",
        timestamp: "number",
        api_key: "string",
        cloud_name: "string",
        folder: "string",
      });
    },
  ],
  [
    "2.1 timestamp: Unix time in seconds",
    async (things) => {
      const { timestamp } = await signed(things);
      expectThat(Math.abs(Number(timestamp) - Date.now() / 1000) < 60, "the time now", String(timestamp));
    },
  ],
  [
    "2.1 folder: an inputs folder followed by a per-user identifier",
    async (things) => {
      const { folder } = await signed(things);
      expectThat(/inputs\/\w+$/.test(String(folder)), "…inputs/ID", String(folder));
    },
  ],
  [
    "2.2 image_url, type and style are required",
    async ({ world }) => {
      for (const name of ["image_url", "type", "style"]) {
        const json = Object.fromEntries(
          Object.entries({ image_url: "https://example.com/a.jpg", ...photo }).filter(
            ([field]) => field !== name,
          ),
        );
        const answer = await world.call(operations.generate, { json }, payerOf(world));
        const { issues } = checkRefusal(operations.generate, answer, { code: "invalid_params" });
        expectThat(
          issues?.some(({ path }) => path === name) === true,
          `an issue of ${name}`,
          JSON.stringify(issues),
        );
      }
    },
  ],
  [
    "2.2 type: product; style, aspect_ratio, resolution: only the values of the table",
    async (things) => {
      const image_url = await things.picture(payerOf(things.world));
      const wrong = [
        { type: "person" },
        { style: "noir" },
        { aspect_ratio: "2:1" },
        { resolution: "8K" },
        { style: "Studio" },
      ];
      for (const field of wrong) {
        const json = { image_url, ...photo, ...field };
        const answer = await things.world.call(operations.generate, { json }, payerOf(things.world));
        checkRefusal(operations.generate, answer, { code: "invalid_params" });
      }
    },
  ],
  [
    "2.2 style: studio, amazon, luxury, lifestyle; aspect_ratio: 1:1, 4:3, 3:4, 16:9, 9:16; resolution: 1K, 2K, 4K; prompt: free text",
    async (things) => {
      const image_url = await things.picture(payerOf(things.world));
      const requests = [
        ...["studio", "amazon", "luxury", "lifestyle"].map((style) => ({ style })),
        ...["1:1", "4:3", "3:4", "16:9", "9:16"].map((aspect_ratio) => ({ aspect_ratio })),
        ...["1K", "2K", "4K"].map((resolution) => ({ resolution })),
        { prompt: "on a marble table, soft light" },
      ].map((field) => ({ operation: "generate", request: { image_url, ...photo, ...field } }));
      const answer = await things.world.call(
        operations.estimate,
        { json: { requests } },
        payerOf(things.world),
      );
      checkSuccess(operations.estimate, answer);
    },
  ],
  [
    "2.3 result_url: permanent URL in the outputs area",
    async (things) => {
      const { result_url } = fieldsOf((await paidPhoto(things)).answer);
      expectThat(/\/outputs\//.test(String(result_url)), "…/outputs/…", String(result_url));
      const picture = await things.world.send({ method: "GET", path: String(result_url) });
      expectEqual([picture.status, picture.headers.get("content-type")], [200, "image/jpeg"]);
    },
  ],
  [
    "2.3 credits_used: number; credits_remaining: monthly, topup, total",
    async (things) => {
      const { before, answer } = await paidPhoto(things);
      const { credits_used, credits_remaining } = fieldsOf(answer);
      expectEqual(credits_used, 1, "credits_used");
      expectEqual((credits_remaining as Fields).total, Number(before.total) - 1, "total");
      expectTypes(credits_remaining, { monthly: "number", topup: "number", total: "number" });
    },
  ],
  [
    "2.4 result_url, credits_used 10, credits_remaining",
    async (things) => {
      const { result_url, credits_used, credits_remaining } = await paidCutout(things);
      expectEqual(credits_used, 10, "credits_used");
      expectTypes(credits_remaining, { monthly: "number", topup: "number", total: "number" });
      const picture = await things.world.send({ method: "GET", path: String(result_url) });
      expectEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
    },
  ],
  [
    "2.5 image_url: in the inputs area",
    async (things) => {
      const image_url = await things.picture(payerOf(things.world));
      expectThat(/\/inputs\//.test(image_url), "…/inputs/…", image_url);
    },
  ],
  [
    "2.6 monthly_remaining, topup_remaining, total, credits_limit: number; tier, status: string",
    async (things) => {
      const found = await balance(things);
      expectTypes(found, {
        monthly_remaining: "number",
        topup_remaining: "number",
        total: "number",
        credits_limit: "number",
        tier: "string",
        status: "string",
      });
      expectEqual(Object.keys(found).length, 6, "fields");
    },
  ],
  [
    "2.6 total: monthly_remaining + topup_remaining",
    async (things) => {
      const { monthly_remaining, topup_remaining, total } = await balance(things);
      expectEqual(total, Number(monthly_remaining) + Number(topup_remaining), "total");
    },
  ],
  [
    "2.6 tier: starter, pro, max, ultra",
    async (things) => {
      const { tier } = await balance(things);
      expectThat(["starter", "pro", "max", "ultra"].includes(String(tier)), "a tier", String(tier));
    },
  ],
  [
    "2.6 status: active, canceled, past_due, trialing",
    async (things) => {
      const { status } = await balance(things);
      expectThat(
        ["active", "canceled", "past_due", "trialing"].includes(String(status)),
        "a status",
        String(status),
      );
      for (const name of ["canceled", "past_due"] as const) {
        const found = fieldsOf(
          await things.world.call(operations.credits, {}, await things.world.account(name)),
        );
        expectEqual(found.status, name, "status");
      }
    },
  ],
  [
    "2.6 credits_limit: the monthly allowance of the tier",
    async (things) => {
      const limits: Record<string, number> = { starter: 100, pro: 400, max: 1_200, ultra: 4_000 };
      const { tier, credits_limit } = await balance(things);
      if (things.world.own) expectEqual(credits_limit, limits[String(tier)], "credits_limit");
      else expectThat(Number(credits_limit) >= 0, "a limit", String(credits_limit));
    },
  ],
];
