import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, checkSuccess } from "./check.ts";
import { unknownKey } from "./derived.ts";
import { type Case, expectEqual, expectThat, Skipped } from "./suite.ts";
import type { Things } from "./things.ts";
import { type Answer, multipart } from "./wire.ts";
import { fileCall, readPicture, type World } from "./world.ts";

// The contract, row by row, with its own words and numbers: nothing here is read from the tables of the service.

type Fields = Record<string, unknown>;
type Row = readonly [title: string, run: (things: Things) => Promise<void>];

/** A caller that pays: the contract does not know test mode. */
function payerOf(world: World): string {
  if (!world.live) throw new Skipped("needs a live key");
  return world.live;
}

/** Work that is paid for, which an operator is not charged for. */
function requireOwn(world: World): string {
  if (!world.own) throw new Skipped("would charge the given key");
  return payerOf(world);
}

const fieldsOf = (answer: Answer) => answer.json as Fields;
const isText = (value: unknown) => typeof value === "string" && value.length > 0;

function expectTypes(came: unknown, types: Record<string, string>): void {
  const found = Object.fromEntries(
    Object.entries(came as Fields).map(([name, value]) => [name, typeof value]),
  );
  for (const [name, type] of Object.entries(types)) expectEqual(found[name], type, name);
}

const keyInQuery = (key: string) => ({ query: { key } });
const photo = { type: "product", style: "studio" };

/** One paid photo, which several rows look at. */
const paidPhoto = (things: Things) =>
  things.once("paid photo", async () => {
    // Of an account of its own, because other cases spend at the same time.
    const key = await things.world.account("stranger");
    const image_url = await things.picture(key);
    const before = fieldsOf(await things.world.call(operations.credits, {}, key));
    const answer = await things.world.call(operations.generate, { json: { image_url, ...photo } }, key);
    checkSuccess(operations.generate, answer);
    return { before, answer, after: fieldsOf(await things.world.call(operations.credits, {}, key)) };
  });

const paidCutout = (things: Things) =>
  things.once("paid cut-out", async () => {
    const key = requireOwn(things.world);
    const image_url = await things.picture(key);
    const answer = await things.world.call(operations.removeBg, { json: { image_url } }, key);
    checkSuccess(operations.removeBg, answer);
    return fieldsOf(answer);
  });

const balance = async ({ world }: Things) =>
  fieldsOf(await world.call(operations.credits, keyInQuery(payerOf(world)), null));
const signed = async ({ world }: Things) =>
  fieldsOf(await world.call(operations.signUpload, keyInQuery(payerOf(world)), null));

const fields: readonly Row[] = [
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

const endpoints: readonly Row[] = [
  [
    "4.1 a multipart POST to the upload address with file, api_key, timestamp, signature, folder; secure_url is an image_url",
    async (things) => {
      const { world } = things;
      const { upload_url, cloud_name, ...given } = await signed(things);
      expectThat(
        String(upload_url).includes(String(cloud_name)),
        "an address that contains cloud_name",
        String(upload_url),
      );
      const parts = Object.entries(given).map(([name, value]) => ({ name, content: String(value) }));
      const { body, contentType } = multipart([
        ...parts,
        { name: "file", filename: "a.jpg", content: await readPicture() },
      ]);
      const sent = await world.send({
        method: "POST",
        path: String(upload_url),
        headers: { "content-type": contentType },
        body,
      });
      const image_url = fieldsOf(sent)?.secure_url;
      expectThat(sent.status === 200 && isText(image_url), "secure_url", `${sent.status} ${sent.bytes}`);
      const requests = [{ operation: "remove_bg", request: { image_url } }];
      checkSuccess(
        operations.estimate,
        await world.call(operations.estimate, { json: { requests } }, payerOf(world)),
      );
    },
  ],
  [
    "4.1 a wrong signature is refused",
    async (things) => {
      const { upload_url, cloud_name: _cloud, ...given } = await signed(things);
      const parts = Object.entries({ ...given, signature: "0".repeat(40) }).map(([name, value]) => ({
        name,
        content: String(value),
      }));
      const { body, contentType } = multipart([
        ...parts,
        { name: "file", filename: "a.jpg", content: await readPicture() },
      ]);
      const sent = await things.world.send({
        method: "POST",
        path: String(upload_url),
        headers: { "content-type": contentType },
        body,
      });
      expectEqual(sent.status, 401, "status");
    },
  ],
  [
    "4.2 400 invalid_params when the file field is missing",
    async ({ world }) => {
      const { body, contentType } = multipart([
        { name: "picture", filename: "a.jpg", content: await readPicture() },
      ]);
      const answer = await world.call(
        operations.upload,
        { body, headers: { "content-type": contentType } },
        payerOf(world),
      );
      checkRefusal(operations.upload, answer, { code: "invalid_params" });
    },
  ],
  [
    "4.3 credits_used = base cost x multiplier: 4K of a base cost of 1 uses 4",
    async (things) => {
      const image_url = await things.picture(payerOf(things.world));
      const requests = [{ operation: "generate", request: { image_url, ...photo, resolution: "4K" } }];
      const found = fieldsOf(
        await things.world.call(operations.estimate, { json: { requests } }, payerOf(things.world)),
      );
      expectEqual(found.credits, 4, "credits");
    },
  ],
  [
    "4.3 when generation fails: 502 generation_failed, and the credits are refunded",
    async (things) => {
      const key = await things.world.account("reader");
      const image_url = await things.upload(await things.greyPicture(), key);
      const before = await things.world.creditsOf(key);
      const answer = await things.world.call(operations.generate, { json: { image_url, ...photo } }, key);
      checkRefusal(operations.generate, answer, { code: "generation_failed" });
      expectEqual(await things.world.creditsOf(key), before, "the credits before");
    },
  ],
  [
    "4.4 an image_url elsewhere: 400 invalid_params",
    async ({ world }) => {
      const json = { image_url: "https://example.com/a.jpg" };
      checkRefusal(operations.removeBg, await world.call(operations.removeBg, { json }, payerOf(world)), {
        code: "invalid_params",
      });
    },
  ],
  [
    "4.4 a missing image_url: 400 invalid_params",
    async ({ world }) => {
      checkRefusal(operations.removeBg, await world.call(operations.removeBg, { json: {} }, payerOf(world)), {
        code: "invalid_params",
      });
    },
  ],
  [
    "4.4 fewer than 10 credits: 402 insufficient_credits",
    async (things) => {
      const key = await things.world.account("poor");
      const json = { image_url: await things.picture(key) };
      checkRefusal(operations.removeBg, await things.world.call(operations.removeBg, { json }, key), {
        code: "insufficient_credits",
      });
    },
  ],
  [
    "4.5 credits work without an active subscription",
    async ({ world }) => {
      checkSuccess(
        operations.credits,
        await world.call(operations.credits, {}, await world.account("canceled")),
      );
    },
  ],
];

const five = ["signUpload", "upload", "generate", "removeBg", "credits"] as const;

const keysAndErrors: readonly Row[] = [
  [
    "5 the key in the query parameter key",
    async ({ world }) => {
      checkSuccess(
        operations.credits,
        await world.call(operations.credits, keyInQuery(payerOf(world)), null),
      );
    },
  ],
  [
    "5, 7 a missing key: 401 missing_api_key on generate, invalid_api_key on the others",
    async ({ world }) => {
      for (const id of five) {
        const answer = await world.call(operations[id], {}, null);
        checkRefusal(operations[id], answer, {
          code: id === "generate" ? "missing_api_key" : "invalid_api_key",
        });
        expectEqual(answer.status, 401, "status");
      }
    },
  ],
  [
    "5, 7 an invalid key: 401 invalid_api_key on all",
    async ({ world }) => {
      for (const id of five) {
        const answer = await world.call(operations[id], keyInQuery(unknownKey), null);
        checkRefusal(operations[id], answer, { code: "invalid_api_key" });
        expectEqual(answer.status, 401, "status");
      }
    },
  ],
  [
    "5, 7 a revoked key: 401 invalid_api_key",
    async (things) => {
      const { id, key } = await things.makeKey();
      checkSuccess(operations.credits, await things.world.call(operations.credits, {}, key));
      await things.world.require(operations.deleteKey, { params: { id } });
      checkRefusal(operations.credits, await things.world.call(operations.credits, {}, key), {
        code: "invalid_api_key",
      });
    },
  ],
  [
    "5, 7 no active subscription: 403 no_active_subscription on all but credits",
    async ({ world }) => {
      for (const name of ["canceled", "past_due"] as const) {
        for (const id of five.filter((one) => one !== "credits")) {
          const answer = await world.call(operations[id], {}, await world.account(name));
          checkRefusal(operations[id], answer, { code: "no_active_subscription" });
          expectEqual(answer.status, 403, "status");
        }
      }
    },
  ],
  [
    "7 statuses: invalid_params 400, insufficient_credits 402, generation_failed 502",
    async (things) => {
      const { world } = things;
      const expected = { "no-product": 502, failed: 502, "insufficient-credits": 402 } as const;
      for (const [name, status] of Object.entries(expected)) {
        const json = await things.testOrder(name as keyof typeof expected);
        expectEqual((await world.call(operations.generate, { json })).status, status, "status");
      }
      expectEqual((await world.call(operations.generate, { json: {} })).status, 400, "status");
    },
  ],
  [
    "8 direct uploads: under about 4.5 MB",
    async ({ world }) => {
      const picture = await readPicture();
      const large = Buffer.concat([picture, Buffer.alloc(4_718_592 - picture.length)]);
      const fits = await world.call(operations.upload, fileCall(large), payerOf(world));
      checkSuccess(operations.upload, fits);
      const beyond = await world.call(
        operations.upload,
        fileCall(Buffer.concat([large, Buffer.alloc(1)])),
        payerOf(world),
      );
      checkRefusal(operations.upload, beyond, { code: "invalid_params" });
    },
  ],
  [
    "8 uploads and the credit query cost nothing",
    async (things) => {
      const key = await things.world.account("poor");
      const before = await things.world.creditsOf(key);
      await things.picture(key);
      await things.world.call(operations.signUpload, {}, key);
      expectEqual(await things.world.creditsOf(key), before, "credits");
    },
  ],
];

/** Every row of the contract's tables, by its section and name. */
export function contractRows(things: Things): Case[] {
  return [...fields, ...endpoints, ...keysAndErrors].map(([title, run]) => ({
    subject: "contract",
    name: title,
    run: () => run(things),
  }));
}
