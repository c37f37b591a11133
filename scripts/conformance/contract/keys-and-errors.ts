import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, checkSuccess } from "../check.ts";
import { unknownKey } from "../derived.ts";
import { expectEqual } from "../suite.ts";
import { fileCall, readPicture } from "../world.ts";
import { keyInQuery, payerOf, type Row } from "./rows.ts";

const five = ["signUpload", "upload", "generate", "removeBg", "credits"] as const;

/** Sections 5, 7 and 8: keys, errors and limits. */
export const keysAndErrors: readonly Row[] = [
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
