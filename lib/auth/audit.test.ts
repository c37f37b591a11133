import { expect, test } from "vitest";
import { readAuditEvents } from "../audit/list.ts";
import { newId } from "../platform/ids.ts";
import { useDatabase } from "../testing/database.ts";
import { enrol, goodPassword, newPerson, Visitor } from "../testing/visitor.ts";
import { endOtherSessionsOf } from "./sessions.ts";
import { authStore } from "./store.ts";

await useDatabase();

let signUps = 0;

/** From a new address each time, because a network gets only a few trials. */
async function signUp() {
  signUps += 1;
  const address = `10.${signUps}.2.3`;
  const person = await newPerson(new Visitor(address));
  const log = async () => (await readAuditEvents([person.userId], { limit: 100 })).data.toReversed();
  return { ...person, address, log };
}

test("the audit log records sign-ins and changes of credentials with actor and address, but no secret", async () => {
  const { email, address, visitor, userId, log } = await signUp();
  const stranger = new Visitor("10.9.9.9");
  await stranger.signIn(email, "not the password");
  await stranger.signIn("nobody@example.com", "not the password");
  const { secret, codes } = await enrol(visitor);
  // A password alone is half a sign-in and is not logged as a sign-in.
  const elsewhere = new Visitor("10.4.5.6");
  await elsewhere.signIn(email);
  await elsewhere.post("/two-factor/verify-totp", { code: "000000" });
  await visitor.post("/two-factor/generate-backup-codes", { password: goodPassword });
  await visitor.post("/two-factor/disable", { password: goodPassword });
  await visitor.post("/change-password", { currentPassword: goodPassword, newPassword: "anders-gelb-77!" });

  const events = await log();
  const owner = { type: "user", id: userId, name: email };
  const first = events
    .slice(0, 4)
    .map(({ action, actor, address: from }) => [action, actor.type, actor.id, from]);
  expect(first).toEqual([
    ["account.created", "user", userId, address],
    ["plan.changed", "system", null, address],
    ["session.created", "user", userId, address],
    ["session.failed", "user", null, "10.9.9.9"],
  ]);
  expect(events[0]?.actor).toEqual(owner);
  const actions = events.map(({ action }) => action);
  for (const action of [
    "two_factor.enabled",
    "two_factor.codes_renewed",
    "two_factor.disabled",
    "password.changed",
  ]) {
    expect(
      actions.filter((one) => one === action),
      action,
    ).toHaveLength(1);
  }
  const failed = events.filter(({ action }) => action === "session.failed");
  expect(failed.map(({ address: from, after }) => [from, after])).toEqual([
    ["10.9.9.9", { wrong: "password" }],
    ["10.4.5.6", { wrong: "code" }],
  ]);
  const all = JSON.stringify(events);
  for (const word of [goodPassword, "anders-gelb-77!", secret, ...codes]) {
    expect(all).not.toContain(word);
  }
});

test("blocked sign-in attempts are not logged, so guessing does not fill the audit log", async () => {
  const { email, log } = await signUp();
  const stranger = new Visitor();
  for (let guess = 0; guess < 30; guess += 1) await stranger.signIn(email, `wrong ${guess}`);
  const failed = (await log()).filter(({ action }) => action === "session.failed");
  expect(failed.length).toBeGreaterThan(5);
  expect(failed.length).toBeLessThan(15);
});

test("each ended session is logged separately", async () => {
  const { email, userId, log } = await signUp();
  const second = new Visitor();
  await second.signIn(email);
  await endOtherSessionsOf({ id: userId, sessionId: "none" });
  expect((await log()).filter(({ action }) => action === "session.ended")).toHaveLength(2);
});

test("adding a provider to an account with a password is logged; its first sign-in method is not", async () => {
  const { userId, log } = await signUp();
  const row = { id: newId("row"), userId, accountId: "g-1", providerId: "google" };
  await authStore().account.create({ data: row });
  const added = (await log()).filter(({ action }) => action === "sign_in_provider.added");
  expect(added).toMatchObject([{ actor: { type: "user", id: userId }, after: { provider: "google" } }]);
});
