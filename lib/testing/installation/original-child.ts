// An installation with waiting paid work, a mail and a webhook. Continues on request and finishes all of them.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { startBackground } from "../../background.ts";
import { chargeCredits } from "../../credits/charge.ts";
import { db } from "../../db/index.ts";
import { photoMaker } from "../../generations/kinds/make-photo.ts";
import { photo } from "../../generations/kinds/photo.ts";
import { startWorkers } from "../../generations/run/worker.ts";
import { queueMail } from "../../mail/queue.ts";
import { emitEvent } from "../../webhooks/emit.ts";
import { makeAccount } from "../accounts.ts";
import { chargeOf } from "../credits/charge-one.ts";
import { plainMail } from "../mail.ts";
import { someCredits } from "../webhooks/receiver.ts";
import { createVerifiedEndpoint } from "../webhooks/verified.ts";

const [hook = "", itemsText] = process.argv.slice(2);
const items = Number(itemsText);
const { promise: toldToGoOn, resolve: goOn } = Promise.withResolvers<void>();
photo.check = async ({ imageUrl }) => ({ imageUrl, sourcePublicId: null });
photoMaker.make = async ({ id }) => {
  await toldToGoOn;
  return { url: `https://example.com/${id}.jpg`, publicId: null };
};

const account = await makeAccount({ monthly: 100 });
const { userId } = account;
await createVerifiedEndpoint({ url: hook, events: ["credits.low"] }, { userId });
await emitEvent({ userId, type: "credits.low", reference: "low", data: someCredits });
await queueMail({ reference: "hello", userId, content: plainMail("Hello", "Hello.") });
await chargeCredits(chargeOf(userId, Array(items).fill(1)));
await startWorkers(2);
while ((await db().generation.count({ where: { status: "running" } })) < 2) await delay(10);
process.send?.(account);

await once(process, "message");
goOn();
await startBackground();
for (;;) {
  const [made, mails, deliveries] = await Promise.all([
    db().generation.count({ where: { status: "succeeded" } }),
    db().outgoingMail.count({ where: { sentAt: { not: null } } }),
    db().webhookDelivery.count({ where: { status: "succeeded" } }),
  ]);
  if (made === items && mails === 1 && deliveries === 1) break;
  await delay(20);
}
process.exit(0);
