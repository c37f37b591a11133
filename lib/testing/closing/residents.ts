import { readCredits } from "#lib/accounts/state.ts";
import { startTopUpCheckout } from "#lib/billing/checkout.ts";
import { operations } from "#lib/contract/operations.ts";
import { completeCharge } from "#lib/credits/resolve.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { imageHost } from "#lib/images/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { newId, randomBase62 } from "#lib/platform/ids.ts";
import { callApi } from "#lib/testing/api.ts";
import { customerOf, deliver, eventsOf, press } from "#lib/testing/billing/life.ts";
import { chargeOne } from "#lib/testing/credits/charge-one.ts";
import { mailTo } from "#lib/testing/outbox.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { Visitor } from "#lib/testing/visitor.ts";

/** Creates a user with data in every part of the service: sessions, payments, photos, mails. */
export async function makeResident() {
  const email = `${randomBase62(10).toLowerCase()}@example.com`;
  const visitor = new Visitor();
  const { body } = await visitor.signUp(email);
  const userId: string = body.user.id;
  const { key } = await createKey({ userId, name: "shop" });
  await press(await startTopUpCheckout(userId, "small"), "pay");
  for (const event of await eventsOf(await customerOf(userId))) await deliver(event);
  const folder = `results/${userId}`;
  const picture = await imageHost().upload(await productPicture(), { folder });
  const id = newId("gen");
  const work = {
    id,
    userId,
    apiKeyId: null,
    operation: "generate" as const,
    imageUrl: "x",
    timeoutMs: 60_000,
  };
  await chargeOne({ ...work, prompt: `for ${email}` }, 30);
  await completeCharge(id, { url: picture.url, publicId: picture.publicId });
  await new Visitor().signIn(email, "not the password");
  await visitor.post("/request-password-reset", { email });
  await mailTo(email);
  return { email, visitor, userId, key, picture };
}

export const creditsWith = (key: string) =>
  callApi(operations.credits, endpoint(operations.credits, readCredits), { key });
