import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { rename } from "#app/(dashboard)/account/actions.ts";
import { acceptSupport, endSupport } from "#app/(dashboard)/account/support-actions.ts";
import { GET as CREDITS } from "#app/api/v1/credits/route.ts";
import { GET as KEYS } from "#app/api/v1/keys/route.ts";
import { POST as LOOKS } from "#app/api/v1/looks/route.ts";
import { GET as SIGNED } from "#app/api/v1/upload/signed/route.ts";
import { GET as ENDPOINTS } from "#app/api/v1/webhook-endpoints/route.ts";
import { suspendAccount } from "#lib/accounts/state.ts";
import { viewCookie } from "#lib/auth/cookies.ts";
import { requireShownUser, requireUser } from "#lib/auth/page.ts";
import { removeSecondStep } from "#lib/auth/second-step.ts";
import { secureAccount } from "#lib/auth/secure.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { newId, testAccountOf } from "#lib/platform/ids.ts";
import { acceptLink, askForView, endLink, listLinks, openView } from "#lib/support/links.ts";
import { readOperatorAccess, setOperator } from "#lib/support/operators.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { startOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { makeOperator, sessionOf } from "#lib/testing/operators.ts";
import { formOf, outcomeOf, visitAs } from "#lib/testing/page-visit.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { goodPassword, newPerson, type Person, Visitor } from "#lib/testing/visitor.ts";
import DeskPage from "./accounts/[id]/page.tsx";
import * as module from "./actions.ts";
import { ask, startView } from "./actions.ts";
import OperatorPage from "./page.tsx";
import SecondStepPage from "./second-step/page.tsx";
import { endView } from "./view/actions.ts";
import ClosedPage from "./view/page.tsx";

vi.mock("next/headers", async () => (await import("#lib/testing/page-visit.ts")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));
await useDatabase();

const actions = { ...module };

let customer: { userId: string };
let workId: string;
beforeAll(async () => {
  customer = await makeAccount({ monthly: 10, topup: 10 });
  workId = await startOne(customer.userId, 2);
  await db().generation.update({ where: { id: workId }, data: { status: "succeeded" } });
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
  const { visitor, userId } = await newPerson();
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
  const { userId } = await newPerson();
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

const reason = "a refund that you asked for";

/** The id of the account that pages show with these cookies, or the URL to which they redirect. */
async function shownTo(cookies: Map<string, string>): Promise<unknown> {
  visitAs(cookies);
  const shown = await outcomeOf(() => requireShownUser("/photos"));
  return typeof shown === "string" ? shown : (shown as { id: string }).id;
}

function call(handler: typeof CREDITS, cookies: Map<string, string>, method = "GET") {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: "http://localhost:3000", "content-type": "application/json" };
  const body = method === "GET" ? {} : { body: JSON.stringify({ name: "x", settings: { style: "studio" } }) };
  return handler(new Request("http://localhost:3000/api/v1/x", { method, headers, ...body }));
}

async function creditsOf(cookies: Map<string, string>): Promise<number> {
  return (await (await call(CREDITS, cookies)).json()).total;
}

/** A customer with 7 topped-up credits who has accepted a view for this operator. */
async function openedView() {
  const [operator, customer] = [await makeOperator(), await newPerson()];
  await db().balance.update({ where: { userId: customer.userId }, data: { topup: 7_000 } });
  const link = { userId: customer.userId, operatorId: operator.userId };
  const id = await askForView({ ...link, reason });
  await acceptLink(id, customer.userId);
  await openView(id, { operatorId: operator.userId, sessionId: await sessionOf(operator.userId) });
  operator.visitor.cookies.set(viewCookie, id);
  return { operator, customer, id };
}

async function expectNothing(stranger: Person, customer: Person): Promise<void> {
  expect(await shownTo(stranger.visitor.cookies)).not.toBe(customer.userId);
  expect(await creditsOf(stranger.visitor.cookies)).not.toBeGreaterThanOrEqual(7_000);
}

test("a view needs the owner's password, is read-only, ends when its owner ends it, and is in both audit logs", async () => {
  const [operator, customer] = [await makeOperator(), await newPerson()];
  const { cookies } = operator.visitor;
  await db().balance.update({ where: { userId: customer.userId }, data: { topup: 7_000 } });
  visitAs(cookies);
  expect(
    await outcomeOf(() => ask({}, formOf({ userId: customer.userId, note: reason }))),
  ).not.toHaveProperty("error");
  const [link] = await listLinks(customer.userId);
  const id = link?.id ?? "";
  expect(link).toMatchObject({ operator: operator.email, reason, isAccepted: false });
  const text = (await db().outgoingMail.findFirst({ where: { reference: `support-link:${id}` } }))?.text;
  expect(text).toContain(reason);
  expect(text).toContain(operator.email);
  // The view opens only after it is accepted, and the operator cannot accept it.
  const open = () => outcomeOf(() => startView({}, formOf({ id })));
  expect(await open()).toHaveProperty("error");
  expect(await outcomeOf(() => acceptSupport({}, formOf({ id, password: goodPassword })))).toHaveProperty(
    "error",
  );
  visitAs(customer.visitor.cookies);
  const wrong = await outcomeOf(() => acceptSupport({}, formOf({ id, password: "not my password" })));
  expect(wrong).toHaveProperty("fieldErrors");
  expect(await outcomeOf(() => acceptSupport({}, formOf({ id, password: goodPassword })))).not.toHaveProperty(
    "error",
  );
  visitAs(cookies);
  expect(await open()).toBe("/photos");
  const row = await db().supportLink.findUniqueOrThrow({ where: { id } });
  expect(row.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000);

  expect(await shownTo(cookies)).toBe(customer.userId);
  expect(await creditsOf(cookies)).toBeGreaterThanOrEqual(7_000);
  expect(await outcomeOf(() => requireUser("/developers/keys"))).toBe("/operator/view");
  expect(await outcomeOf(ClosedPage)).toBeTypeOf("object");
  expect(await outcomeOf(OperatorPage)).toBe("404");
  expect(await outcomeOf(() => ask({}, formOf({ userId: customer.userId, note: "x" })))).toBe("404");
  expect(await outcomeOf(() => rename({}, formOf({ name: "Mallory" })))).toHaveProperty("error");
  expect(await outcomeOf(() => endSupport({}, formOf({ id })))).toHaveProperty("error");
  const refused = await call(LOOKS, cookies, "POST");
  expect([refused.status, (await refused.json()).error.reason]).toEqual([403, "view_read_only"]);
  for (const handler of [KEYS, ENDPOINTS, SIGNED]) expect((await call(handler, cookies)).status).toBe(403);
  expect(await db().user.count({ where: { name: "Mallory" } })).toBe(0);
  expect(await db().look.count()).toBe(0);

  visitAs(customer.visitor.cookies);
  expect(await listLinks(customer.userId)).toMatchObject([{ isAccepted: true }]);
  await outcomeOf(() => endSupport({}, formOf({ id })));
  expect(await shownTo(cookies)).toBe(operator.userId);
  expect(await creditsOf(cookies)).toBeLessThan(7_000);
  for (const accountId of [customer.userId, operator.userId]) {
    const events = await db().auditEvent.findMany({
      where: { accountId, objectType: "support_link" },
      orderBy: { createdAt: "asc" },
    });
    expect(events.map(({ action, actorType, actorId }) => [action, actorType, actorId])).toEqual([
      ["support.asked", "operator", operator.userId],
      ["support.accepted", "user", customer.userId],
      ["support.opened", "operator", operator.userId],
      ["support.ended", "user", customer.userId],
    ]);
  }
  // The logs of other accounts must not contain the name of a deleted account.
  const kept = JSON.stringify(await db().auditEvent.findMany({ where: { accountId: operator.userId } }));
  expect(kept).not.toContain(customer.email);
});

test("the operator ends the view from its banner", async () => {
  const { operator, customer, id } = await openedView();
  visitAs(operator.visitor.cookies);
  expect(await outcomeOf(() => endView({}, formOf({})))).toBe(`/operator/accounts/${customer.userId}`);
  expect(operator.visitor.cookies.has(viewCookie)).toBe(false);
  operator.visitor.cookies.set(viewCookie, id);
  await expectNothing(operator, customer);
});

test("the cookie of a view shows nothing to a customer, another operator, or another session of the operator", async () => {
  const { operator, customer, id } = await openedView();
  const sameElsewhere = { ...operator, visitor: new Visitor() };
  await db().user.update({ where: { id: operator.userId }, data: { twoFactorEnabled: false } });
  await sameElsewhere.visitor.signIn(operator.email);
  await db().user.update({ where: { id: operator.userId }, data: { twoFactorEnabled: true } });
  for (const stranger of [await newPerson(), await makeOperator(), sameElsewhere]) {
    stranger.visitor.cookies.set(viewCookie, id);
    await expectNothing(stranger, customer);
    if (stranger !== sameElsewhere) {
      const own = { operatorId: stranger.userId, sessionId: await sessionOf(stranger.userId) };
      await expect(openView(id, own)).rejects.toMatchObject({ reason: "view_over" });
      expect(await endLink(id, stranger.userId)).toBe(false);
    }
  }
  const nobody = new Map([[viewCookie, id]]);
  expect(await shownTo(nobody)).toMatch(/^\/sign-in/);
  expect((await call(CREDITS, nobody)).status).toBe(401);
  expect(await shownTo(operator.visitor.cookies)).toBe(customer.userId);
});

const ends: readonly [string, (all: Awaited<ReturnType<typeof openedView>>) => Promise<unknown>][] = [
  ["expired", ({ id }) => db().supportLink.update({ where: { id }, data: { expiresAt: new Date() } })],
  ["ended by its owner", ({ id, customer }) => endLink(id, customer.userId)],
  [
    "of an account that was secured",
    ({ customer }) =>
      secureAccount(customer.userId, { suspectedAt: null, passwordHash: null, endsUndoLinks: false }),
  ],
  ["ended from the command line", ({ id }) => endLink(id, null)],
  [
    "asked anew",
    (all) => askForView({ userId: all.customer.userId, operatorId: all.operator.userId, reason }),
  ],
  ["of somebody who is no operator any more", ({ operator }) => setOperator(operator.userId, false)],
  ["of an operator without a second step", ({ operator }) => removeSecondStep(operator.userId)],
];

test.each(rowsOf(ends, ends.slice(0, 3)))("a view %s shows nothing", async (_name, end) => {
  const opened = await openedView();
  expect(await shownTo(opened.operator.visitor.cookies)).toBe(opened.customer.userId);
  await end(opened);
  await expectNothing(opened.operator, opened.customer);
});

test("a view request that was declined, has expired or belongs to another account cannot be accepted", async () => {
  const [operator, customer, other] = [await makeOperator(), await newPerson(), await newPerson()];
  const asked = () => askForView({ userId: customer.userId, operatorId: operator.userId, reason });
  const declined = await asked();
  visitAs(customer.visitor.cookies);
  await outcomeOf(() => endSupport({}, formOf({ id: declined })));
  const late = await asked();
  await db().supportLink.update({ where: { id: late }, data: { expiresAt: new Date() } });
  for (const id of [declined, late]) {
    await expect(acceptLink(id, customer.userId)).rejects.toMatchObject({ reason: "view_over" });
  }
  const open = await asked();
  for (const { userId } of [other, operator]) {
    await expect(acceptLink(open, userId)).rejects.toMatchObject({ reason: "view_over" });
  }
  const impossible = [
    { userId: operator.userId, operatorId: operator.userId },
    { userId: customer.userId, operatorId: other.userId },
    { userId: "usr_none", operatorId: operator.userId },
  ];
  for (const link of impossible) {
    await expect(askForView({ ...link, reason })).rejects.toMatchObject({ reason: "view_not_possible" });
  }
});
