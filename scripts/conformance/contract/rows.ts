import { operations } from "#lib/contract/operations.ts";
import { checkSuccess } from "../check.ts";
import { expectEqual, Skipped } from "../suite.ts";
import type { Things } from "../things.ts";
import type { Answer } from "../wire.ts";
import type { World } from "../world.ts";

// The contract, row by row, with its own words and numbers: nothing here is read from the tables of the service.

export type Fields = Record<string, unknown>;
export type Row = readonly [title: string, run: (things: Things) => Promise<void>];

/** A caller that pays: the contract does not know test mode. */
export function payerOf(world: World): string {
  if (!world.live) throw new Skipped("needs a live key");
  return world.live;
}

/** Work that is paid for, which an operator is not charged for. */
export function requireOwn(world: World): string {
  if (!world.own) throw new Skipped("would charge the given key");
  return payerOf(world);
}

export const fieldsOf = (answer: Answer) => answer.json as Fields;
export const isText = (value: unknown) => typeof value === "string" && value.length > 0;

export function expectTypes(came: unknown, types: Record<string, string>): void {
  const found = Object.fromEntries(
    Object.entries(came as Fields).map(([name, value]) => [name, typeof value]),
  );
  for (const [name, type] of Object.entries(types)) expectEqual(found[name], type, name);
}

export const keyInQuery = (key: string) => ({ query: { key } });
export const photo = { type: "product", style: "studio" };

/** One paid photo, which several rows look at. */
export const paidPhoto = (things: Things) =>
  things.once("paid photo", async () => {
    // Of an account of its own, because other cases spend at the same time.
    const key = await things.world.account("stranger");
    const image_url = await things.picture(key);
    const before = fieldsOf(await things.world.call(operations.credits, {}, key));
    const answer = await things.world.call(operations.generate, { json: { image_url, ...photo } }, key);
    checkSuccess(operations.generate, answer);
    return { before, answer, after: fieldsOf(await things.world.call(operations.credits, {}, key)) };
  });

export const paidCutout = (things: Things) =>
  things.once("paid cut-out", async () => {
    const key = requireOwn(things.world);
    const image_url = await things.picture(key);
    const answer = await things.world.call(operations.removeBg, { json: { image_url } }, key);
    checkSuccess(operations.removeBg, answer);
    return fieldsOf(answer);
  });

export const balance = async ({ world }: Things) =>
  fieldsOf(await world.call(operations.credits, keyInQuery(payerOf(world)), null));
export const signed = async ({ world }: Things) =>
  fieldsOf(await world.call(operations.signUpload, keyInQuery(payerOf(world)), null));
