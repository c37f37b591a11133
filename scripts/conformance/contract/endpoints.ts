import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, checkSuccess } from "../check.ts";
import { expectEqual, expectThat } from "../suite.ts";
import { multipart } from "../wire.ts";
import { readPicture } from "../world.ts";
import { fieldsOf, isText, payerOf, photo, type Row, signed } from "./rows.ts";

/** Section 4: the endpoints. */
export const endpoints: readonly Row[] = [
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
  [
    "4 a call ignores query parameters that it does not have, such as a cache buster",
    async ({ world }) => {
      const query = { _: "1", utm_source: "shop" };
      for (const operation of [operations.credits, operations.signUpload]) {
        checkSuccess(operation, await world.call(operation, { query }, payerOf(world)));
      }
      const answer = await world.call(operations.generate, { query, json: {} }, payerOf(world));
      checkRefusal(operations.generate, answer, { code: "invalid_params" });
      expectThat(
        !String(answer.bytes).includes("query parameter"),
        "no issue of the query",
        String(answer.bytes),
      );
    },
  ],
];
