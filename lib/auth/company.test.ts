import { afterAll, afterEach, expect, test } from "vitest";
import { getAccount, suspendAccount } from "../accounts/state.ts";
import { db } from "../db/index.ts";
import { readOperatorAccess } from "../support/operators.ts";
import { chooseAt, startIssuer } from "../testing/auth/issuer.ts";
import { useDatabase } from "../testing/database.ts";
import { useEnvironment } from "../testing/environment.ts";
import { sessionOf } from "../testing/operators.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";
import { auth } from "./index.ts";
import { hasPassword } from "./sessions.ts";

const issuer = await startIssuer("http://localhost:3000", {});
afterAll(() => issuer.close());
await useDatabase();

const unset = {
  OIDC_DOMAINS: "",
  OIDC_OPERATOR_CLAIM: "",
  PASSWORD_SIGN_IN: "",
  BILLING: "",
  MONTHLY_CREDITS: "",
};

/** Starts the service anew with these settings. */
function configure(change: Record<string, string> = {}): void {
  useEnvironment({ ...unset, ...issuer.env, ...change });
  auth.forget();
}
afterEach(() => configure());
configure();

let people = 0;

/** Somebody whom the issuer knows by these claims. */
function employ(claims: Record<string, unknown> = {}): { id: string; email: string } {
  people += 1;
  const id = `person-${people}`;
  const email = typeof claims.email === "string" ? claims.email : `${id}@company.example`;
  issuer.people[id] = { email, email_verified: true, name: "Ada Lovelace", ...claims };
  return { id, email };
}

const start = async (visitor: Visitor) =>
  await visitor.post("/sign-in/social", {
    provider: "oidc",
    callbackURL: "/studio",
    errorCallbackURL: "/sign-in?next=%2Fstudio",
  });

/** Signs in through the company. Returns the path that the browser is sent to at the end. */
async function enter(person: string | null, visitor = new Visitor()): Promise<string | null> {
  const back = await chooseAt((await start(visitor)).body.url, person);
  const reply = await visitor.get(`/callback/oidc${back.search}`);
  return reply.headers.get("location");
}

const refusedWith = (error: string) => expect.stringMatching(new RegExp(`^/sign-in\\?.*error=${error}\\b`));
const userOf = (email: string) => db().user.findUnique({ where: { email } });

test("somebody of the company signs in, gets an account with its trial, signs out, and in again to the same", async () => {
  const { id, email } = employ();
  const visitor = new Visitor();
  expect(await enter(id, visitor)).toBe("/studio");
  expect(await getAccount(email)).toMatchObject({
    name: "Ada Lovelace",
    emailVerified: true,
    status: "trialing",
    monthly: 100,
  });
  expect(await visitor.isSignedIn()).toBe(true);
  await visitor.post("/sign-out", {});
  expect(await visitor.isSignedIn()).toBe(false);
  expect(await enter(id, visitor)).toBe("/studio");
  expect(await db().account.count({ where: { user: { email } } })).toBe(1);
});

test("the request has state, nonce and PKCE; another browser cannot finish it, and it is finished once", async () => {
  const { id, email } = employ();
  const visitor = new Visitor();
  const url = new URL((await start(visitor)).body.url);
  for (const name of ["state", "nonce", "code_challenge"]) expect(url.searchParams.get(name)).toBeTruthy();
  expect(url.searchParams.get("code_challenge_method")).toBe("S256");
  const back = await chooseAt(url.href, id);
  const stranger = new Visitor();
  await stranger.get(`/callback/oidc${back.search}`);
  expect([await stranger.isSignedIn(), await userOf(email)]).toEqual([false, null]);
  const fresh = await chooseAt((await start(visitor)).body.url, id);
  const forged = new URLSearchParams(fresh.search);
  forged.set("code", "guessed");
  const reply = await visitor.get(`/callback/oidc?${forged}`);
  expect(reply.headers.get("location")).toEqual(refusedWith("invalid_code"));
  const replayed = await visitor.get(`/callback/oidc${fresh.search}`);
  expect(replayed.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/sign-in\?error=/);
  expect([await visitor.isSignedIn(), await userOf(email)]).toEqual([false, null]);
});

test("only allowed domains sign in, also somebody whose address moved to another one since", async () => {
  configure({ OIDC_DOMAINS: "company.example, Other.Example" });
  for (const email of ["eve@evil.example", "eve@sub.company.example", "eve@evilcompany.example"]) {
    expect(await enter(employ({ email }).id), email).toEqual(refusedWith("domain_refused"));
    expect(await userOf(email)).toBeNull();
  }
  const { id } = employ({ email: "ada@OTHER.example" });
  expect(await enter(id)).toBe("/studio");
  Object.assign(issuer.people[id] ?? {}, { email: "ada@evil.example" });
  expect(await enter(id)).toEqual(refusedWith("domain_refused"));
});

test("an address that the issuer did not confirm signs in only without the claim and in an allowed domain", async () => {
  const signIn = async (email_verified: unknown) => {
    const { id, email } = employ({ email_verified });
    return [await enter(id), (await userOf(email)) !== null];
  };
  const refused = [refusedWith("address_unconfirmed"), false];
  expect([await signIn(false), await signIn(undefined), await signIn("false")]).toEqual([
    refused,
    refused,
    refused,
  ]);
  configure({ OIDC_DOMAINS: "company.example" });
  expect([await signIn(false), await signIn(undefined)]).toEqual([refused, ["/studio", true]]);
  expect(await enter(employ({ email: "not an address" }).id)).toEqual(refusedWith("address_missing"));
});

test("an existing account is opened only if both the issuer and this service confirmed its address", async () => {
  configure({ OIDC_DOMAINS: "company.example" });
  const cases = [
    { here: true, there: true, outcome: "/studio" },
    { here: false, there: true, outcome: refusedWith("account_not_linked") },
    // The rule of domains alone opens no account that was made otherwise.
    { here: true, there: undefined, outcome: refusedWith("address_unconfirmed") },
  ];
  for (const { here, there, outcome } of cases) {
    const { id, email } = employ({ email_verified: there });
    await new Visitor().signUp(email);
    await db().user.update({ where: { email }, data: { emailVerified: here } });
    expect(await enter(id)).toEqual(outcome);
    const linked = await db().account.count({ where: { user: { email }, providerId: "oidc" } });
    expect(linked).toBe(outcome === "/studio" ? 1 : 0);
  }
});

test("OIDC_OPERATOR_CLAIM makes operators and ends that at the next sign-in; without it claims decide nothing", async () => {
  const { id, email } = employ({ groups: ["staff", "photo-operators"] });
  const access = async () => {
    expect(await enter(id)).toBe("/studio");
    const { id: userId = "" } = (await userOf(email)) ?? {};
    return await readOperatorAccess(userId, await sessionOf(userId));
  };
  expect(await access()).toBe("stranger");
  configure({ OIDC_OPERATOR_CLAIM: "groups:photo-operators" });
  expect(await access()).toBe("operator");
  const userId = (await userOf(email))?.id ?? "";
  // A password, which asks for no code, must not open the desk.
  const row = { id: "row_password", userId, accountId: userId, providerId: "credential", password: "x" };
  await db().account.create({ data: row });
  expect(await access()).toBe("without_second_step");
  await db().account.delete({ where: { id: row.id } });
  Object.assign(issuer.people[id] ?? {}, { groups: "photo-operators-too" });
  expect(await access()).toBe("stranger");
  const events = await db().auditEvent.findMany({ where: { accountId: userId }, orderBy: { id: "asc" } });
  const marks = events.filter(({ action }) => action.startsWith("operator."));
  expect(new Set(marks.map(({ action }) => action))).toEqual(new Set(["operator.added", "operator.removed"]));
  expect(marks[0]?.details).toContain("OIDC_OPERATOR_CLAIM");
});

test("a canceled sign-in and a suspended account lead back to the sign-in page, which keeps where to go", async () => {
  expect(await enter(null)).toBe("/sign-in?next=%2Fstudio&error=access_denied");
  const { id, email } = employ();
  await enter(id);
  await suspendAccount((await userOf(email))?.id ?? "");
  const visitor = new Visitor();
  expect(await enter(id, visitor)).toEqual(refusedWith("ACCOUNT_SHUT"));
  expect(await visitor.isSignedIn()).toBe(false);
});

test("an issuer that is down keeps nobody else out, and is asked again once it is back", async () => {
  configure({ OIDC_ISSUER: "http://127.0.0.1:9" });
  const silent = await start(new Visitor());
  expect([silent.status, silent.body.code]).toEqual([404, "PROVIDER_NOT_FOUND"]);
  expect((await new Visitor().signUp("other@example.com")).status).toBe(200);
  configure();
  const people = { ada: { email: "ada@late.example", email_verified: true } };
  const late = await startIssuer("http://localhost:3000", people);
  const { port } = new URL(late.url);
  late.close();
  configure(late.env);
  expect((await start(new Visitor())).status).toBe(404);
  const again = await startIssuer("http://localhost:3000", people, Number(port));
  expect((await start(new Visitor())).status).toBe(200);
  again.close();
});

test("with PASSWORD_SIGN_IN=off no password signs in, up, or is replaced, and none is asked for again", async () => {
  const { id, email } = employ();
  const visitor = new Visitor();
  const { body } = await visitor.signUp(email);
  await db().user.update({ where: { email }, data: { emailVerified: true } });
  const passwordsBefore = await db().account.findMany({ where: { userId: body.user.id } });
  configure({ PASSWORD_SIGN_IN: "off" });
  const newPassword = "anders-gelb-77!";
  const replies = [
    await new Visitor().signIn(email),
    await new Visitor().signUp("newcomer@company.example"),
    await new Visitor().post("/request-password-reset", { email }),
    await new Visitor().post("/reset-password", { token: "x", newPassword }),
    await visitor.post("/change-password", { currentPassword: goodPassword, newPassword }),
  ];
  for (const reply of replies) {
    expect([reply.status, reply.body.code]).toEqual([400, "PASSWORD_SIGN_IN_OFF"]);
  }
  expect(await userOf("newcomer@company.example")).toBeNull();
  expect(await db().account.findMany({ where: { userId: body.user.id } })).toEqual(passwordsBefore);
  expect(await hasPassword(body.user.id)).toBe(false);
  expect(await enter(id)).toBe("/studio");
  expect(await db().session.count({ where: { userId: body.user.id } })).toBe(2);
});

test("with BILLING=off an account of the company has its allowance", async () => {
  configure({ BILLING: "off", MONTHLY_CREDITS: "70" });
  const { id, email } = employ();
  expect(await enter(id)).toBe("/studio");
  expect(await getAccount(email)).toMatchObject({ status: "active", monthly: 70, creditsLimit: 70 });
});
