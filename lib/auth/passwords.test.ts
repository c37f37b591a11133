import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { db } from "../db/index.ts";
import { createOwnKey } from "../keys/index.ts";
import { useDatabase } from "../testing/database.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";
import { findProofNeeded, findProofProblem } from "./passwords.ts";

everyTestTries("way-in");

await useDatabase();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function newUserId(email: string): Promise<string> {
  return (await new Visitor().signUp(email)).body.user.id;
}

test("a session older than ten minutes requires the password again; ten wrong attempts block it", async () => {
  const id = await newUserId("proves@example.com");
  expect(await findProofProblem({ id, signedInAt: minutesAgo(9) }, undefined)).toBeNull();
  const late = { id, signedInAt: minutesAgo(11) };
  expect((await findProofProblem(late, undefined))?.field).toBe("password");
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await findProofProblem(late, `guess ${guess}`))?.problem.reason).toBe("current_password_wrong");
  }
  expect((await findProofProblem(late, goodPassword))?.problem.reason).toMatch(/^too_many_sign_ins/);
  await db().accountAttempt.updateMany({ data: { blockedUntil: minutesAgo(1) } });
  expect(await findProofProblem(late, goodPassword)).toBeNull();
});

test("a user without a password must sign in again instead", async () => {
  const id = await newUserId("oauth@example.com");
  await db().account.updateMany({ where: { userId: id }, data: { password: null } });
  expect(await findProofNeeded({ id, signedInAt: minutesAgo(11) })).toBe("newSignIn");
  expect((await findProofProblem({ id, signedInAt: minutesAgo(11) }, goodPassword))?.field).toBeNull();
  expect(await findProofProblem({ id, signedInAt: minutesAgo(1) }, undefined)).toBeNull();
});

test("a new API key is announced to its owner by mail, with only its first 8 characters", async () => {
  const email = "mailed@example.com";
  const userId = await newUserId(email);
  const { id: sessionId } = await db().session.findFirstOrThrow({ where: { userId } });
  const key = await createOwnKey({ id: userId, sessionId }, { name: "shop" });
  const mails = await db().outgoingMail.findMany({ where: { recipient: email } });
  expect(mails.map(({ subject }) => subject)).toEqual(["A new API key was made"]);
  expect(mails[0]?.text).toContain(`“shop”, ${key.slice(0, 8)}…`);
  expect(mails[0]?.text).not.toContain(key.slice(8));
});
