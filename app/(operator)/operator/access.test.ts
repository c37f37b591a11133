import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { suspendAccount } from "#lib/accounts/state.ts";
import { viewCookie } from "#lib/auth/cookies.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { newId, testAccountOf } from "#lib/platform/ids.ts";
import { acceptLink, askForView, endLink, openView } from "#lib/support/links.ts";
import { readOperatorAccess, setOperator } from "#lib/support/operators.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOne, onePhoto } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { makeOperator, makePerson, sessionOf } from "#lib/testing/operators.ts";
import { formOf, outcomeOf, visitAs } from "#lib/testing/page-visit.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { goodPassword, Visitor } from "#lib/testing/visitor.ts";
import DeskPage from "./accounts/[id]/page.tsx";
import * as module from "./actions.ts";
import OperatorPage from "./page.tsx";
import SecondStepPage from "./second-step/page.tsx";

vi.mock("next/headers", async () => (await import("#lib/testing/page-visit.ts")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));
await useDatabase();

const actions = { ...module };

let customer: { userId: string };
let workId: string;
beforeAll(async () => {
  customer = await makeAccount({ monthly: 10, topup: 10 });
  const work = onePhoto(customer.userId);
  await chargeOne(work, 2);
  workId = work.id;
  await db().generation.update({ where: { id: work.id }, data: { status: "succeeded" } });
});
beforeEach(() => visitAs(new Map()));

/** Every page and action of the support desk. */
function everything(): Record<string, () => Promise<unknown>> {
  const { userId } = customer;
  const note = "because";
  const desk = { params: Promise.resolve({ id: userId }), searchParams: Promise.resolve({}) };
  const forms: Record<keyof typeof actions, Record<string, string>> = {
    search: { query: "@" },
    refund: { id: workId, note },
    changeBalance: {
      userId,
      reference: newId("row"),
      direction: "give",
      bucket: "topup",
      credits: "5",
      note,
    },
    retry: { id: workId },
    sendMailAgain: { id: "1" },
    sendEventAgain: { id: "whd_1" },
    suspend: { userId, note },
    resume: { userId },
    ask: { userId, note },
    endRequest: { id: "sup_1" },
    startView: { id: "sup_1" },
  };
  const calls = Object.entries(forms).map(([name, fields]) => [
    name,
    () => actions[name as keyof typeof actions]({}, formOf(fields)),
  ]);
  return { page: OperatorPage, desk: () => DeskPage(desk), ...Object.fromEntries(calls) };
}

async function outcomes() {
  const all: [string, unknown][] = [];
  for (const [name, call] of Object.entries(everything())) all.push([name, await outcomeOf(call)]);
  return all;
}

async function traces() {
  const { userId } = customer;
  const where = { userId };
  return [
    await db().balance.findUnique({ where }),
    await db().subscription.findUnique({ where }),
    await db().supportLink.count(),
    await db().auditEvent.count({ where: { accountId: userId } }),
  ];
}

const nothing = () => Object.keys(everything()).map((name) => [name, "404"]);

test("the support desk answers 404 to non-operators, and no sign-up or profile update makes an operator", async () => {
  const before = await traces();
  const { visitor, userId } = await makePerson();
  for (const cookies of [new Map<string, string>(), visitor.cookies]) {
    visitAs(cookies);
    expect(await outcomes()).toEqual(nothing());
    expect(await outcomeOf(SecondStepPage)).toBe("404");
  }
  // Neither sign-up nor a profile update can make a user an operator.
  const eager = new Visitor();
  const fields = { email: "eager@example.com", password: goodPassword, name: "Eve" };
  await eager.post("/sign-up/email", { ...fields, isOperator: true, is_operator: true });
  await visitor.post("/update-user", { isOperator: true });
  const users = { OR: [{ id: userId }, { email: fields.email }] };
  expect(await db().user.findMany({ where: users, select: { isOperator: true } })).toEqual([
    { isOperator: false },
    { isOperator: false },
  ]);
  expect(await readOperatorAccess(userId, await sessionOf(userId))).toBe("stranger");
  expect(await traces()).toEqual(before);
});

test("every page and action redirects an operator without a second step to its setup, and changes nothing", async () => {
  const before = await traces();
  const { visitor } = await makeOperator({ secondStep: false });
  visitAs(visitor.cookies);
  expect(await outcomes()).toEqual(Object.keys(everything()).map((name) => [name, "/operator/second-step"]));
  expect(await outcomeOf(SecondStepPage)).toBeTypeOf("object");
  expect(await traces()).toEqual(before);
});

test("an operator with a session from before the second step is redirected to the second-step page", async () => {
  const { userId, visitor } = await makeOperator();
  const id = await sessionOf(userId);
  expect(await readOperatorAccess(userId, id)).toBe("operator");
  visitAs(visitor.cookies);
  expect(await outcomeOf(SecondStepPage)).toBe("/operator");
  await db().session.update({ where: { id }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
  visitAs(visitor.cookies);
  expect(await outcomeOf(OperatorPage)).toBe("/operator/second-step");
  expect(await outcomeOf(SecondStepPage)).toBeTypeOf("object");
});

test("an operator whose account is linked to a sign-in provider is redirected to the second-step page", async () => {
  const { userId, visitor } = await makeOperator();
  const linked = { id: newId("row"), accountId: "1", providerId: "google", userId };
  await db().account.create({ data: linked });
  visitAs(visitor.cookies);
  expect(await outcomeOf(OperatorPage)).toBe("/operator/second-step");
});

test("the support desk answers 404 to an operator who was removed, suspended or is being deleted", async () => {
  const ends = [
    (userId: string) => setOperator(userId, false),
    (userId: string) => db().subscription.update({ where: { userId }, data: { suspendedAt: new Date() } }),
    (userId: string) => db().subscription.update({ where: { userId }, data: { closingAt: new Date() } }),
    suspendAccount,
  ];
  for (const end of rowsOf(ends, ends.slice(0, 2))) {
    const { userId, visitor } = await makeOperator();
    visitAs(visitor.cookies);
    expect(await outcomeOf(OperatorPage)).toBeTypeOf("object");
    await end(userId);
    expect(await outcomes()).toEqual(nothing());
  }
});

test("the support desk answers 404 to an operator who is viewing a customer's account", async () => {
  const { userId, visitor } = await makeOperator();
  const id = await askForView({ userId: customer.userId, operatorId: userId, reason: "x" });
  await acceptLink(id, customer.userId);
  await openView(id, { operatorId: userId, sessionId: await sessionOf(userId) });
  visitAs(visitor.cookies);
  expect(await outcomeOf(OperatorPage)).toBeTypeOf("object");
  visitor.cookies.set(viewCookie, id);
  expect(await outcomes()).toEqual(nothing());
  await endLink(id, customer.userId);
  expect(await outcomeOf(OperatorPage)).toBeTypeOf("object");
});

test("a test account cannot become an operator", async () => {
  const { userId } = await makePerson();
  await expect(setOperator(testAccountOf(userId), true)).rejects.toThrow("test account");
  expect(await readOperatorAccess(testAccountOf(userId), "x")).toBe("stranger");
});

test("an operator can search, change credits once, refund and suspend; the audit log names the operator", async () => {
  const operator = await makeOperator();
  visitAs(operator.visitor.cookies);
  const { userId } = customer;
  const act = async (name: keyof typeof actions, fields: Record<string, string>) =>
    await outcomeOf(() => actions[name]({}, formOf(fields)));
  expect(await act("search", { query: workId })).toBe(`/operator/accounts/${userId}?work=${workId}`);
  const give = {
    userId,
    direction: "give",
    bucket: "topup",
    credits: "5",
    note: "sorry",
    reference: newId("row"),
  };
  for (const times of [1, 2])
    expect(await act("changeBalance", give), String(times)).not.toHaveProperty("error");
  const balance = () => db().balance.findUniqueOrThrow({ where: { userId } });
  expect(await balance()).toMatchObject({ monthly: 8, topup: 15 });
  await act("changeBalance", { ...give, direction: "take", credits: "100", reference: newId("row") });
  expect(await balance()).toMatchObject({ monthly: 8, topup: 0 });
  for (const credits of ["0", "-5", "1.5", "x", "9e9"]) {
    const answer = await act("changeBalance", { ...give, credits, reference: newId("row") });
    expect(
      Object.keys(answer ?? {}).some((key) => /error/i.test(key)),
      credits,
    ).toBe(true);
  }
  expect(await act("refund", { id: workId, note: "" })).toMatchObject({
    fieldErrors: { note: expect.any(String) },
  });
  expect(await act("refund", { id: workId, note: "grey" })).not.toHaveProperty("error");
  expect(await act("refund", { id: workId, note: "grey" })).toHaveProperty("error");
  await act("suspend", { userId, note: "abuse" });
  await act("resume", { userId });
  const events = await db().auditEvent.findMany({ where: { accountId: userId, actorId: operator.userId } });
  const names = ["work.refunded", "credits.granted", "account.suspended", "account.resumed"];
  expect(new Set(events.map(({ action }) => action))).toEqual(new Set(names));
  for (const { actorType, details } of events) {
    expect([actorType, JSON.parse(details ?? "{}").actorName]).toEqual(["operator", operator.email]);
  }
  expect((await auditCredits()).findings.filter((finding) => finding.userId === userId)).toEqual([]);
});
