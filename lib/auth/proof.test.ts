import { afterAll, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { getAccount } from "../accounts/state.ts";
import { useDatabase } from "../testing/database.ts";
import { tokenIn } from "../testing/outbox.ts";
import { startMailServer } from "../testing/smtp.ts";
import { Visitor } from "../testing/visitor.ts";
import { auth } from "./index.ts";

const server = await startMailServer();
useEnvironment({ SMTP_URL: server.url });
afterAll(() => server.close());
await useDatabase();

async function mailOf(email: string, subject: string): Promise<string> {
  return await vi.waitFor(() => {
    const mail = server.mails.findLast((text) => text.includes(`To: ${email}`) && text.includes(subject));
    if (!mail) throw new Error(`no mail “${subject}” to ${email}`);
    return mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  }, 20_000);
}

const accountOf = async (email: string) => {
  const account = await getAccount(email);
  if (!account) throw new Error("no account");
  return account;
};

test("the trial begins once, when the address is confirmed", async () => {
  tried("address");
  const email = "proof@example.com";
  const visitor = new Visitor();
  const reply = await visitor.signUp(email);
  expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
  expect(await accountOf(email)).toMatchObject({ status: "canceled", creditsLimit: 0, monthly: 0 });
  expect((await accountOf(email)).awaitsProof).toBe(true);
  expect((await visitor.signIn(email)).status).toBe(200);

  const token = tokenIn(await mailOf(email, "Confirm your mail address"));
  expect((await new Visitor().get(`/verify-email?token=${token}x`)).status).toBe(401);
  expect((await accountOf(email)).awaitsProof).toBe(true);
  const confirmed = await visitor.get(
    `/verify-email?token=${token}&callbackURL=%2Fsign-in%3Faddress%3Dconfirmed`,
  );
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, "/sign-in?address=confirmed"]);
  expect(await accountOf(email)).toMatchObject({ status: "trialing", creditsLimit: 100, monthly: 100 });
  expect((await accountOf(email)).awaitsProof).toBe(false);
  await visitor.get(`/verify-email?token=${token}`);
  expect(await accountOf(email)).toMatchObject({ status: "trialing", monthly: 100, trialRefusal: null });
});

test("a lost confirmation link is mailed again only to a signed-in user", async () => {
  tried("sign-up");
  const email = "again@example.com";
  const visitor = new Visitor();
  await visitor.signUp(email);
  await mailOf(email, "Confirm your mail address");
  const mailsBefore = server.mails.length;
  expect((await new Visitor().post("/send-verification-email", { email })).status).toBe(401);
  expect(server.mails.length).toBe(mailsBefore);
  await visitor.signIn(email);
  expect((await visitor.post("/send-verification-email", { email })).status).toBe(200);
  await vi.waitFor(() => expect(server.mails.length).toBe(mailsBefore + 1), 20_000);
  await visitor.get(`/verify-email?token=${tokenIn(await mailOf(email, "Confirm your mail address"))}`);
  expect(await accountOf(email)).toMatchObject({ status: "trialing" });
});

test("a sign-up with a known address gets the response of a new one, and its owner is mailed", async () => {
  tried("known-mails");
  const email = "known@example.com";
  await new Visitor().signUp(email);
  const known = await new Visitor().signUp(email, "eine-andere-Wolke-7", "Somebody Else");
  const fresh = await new Visitor().signUp("fresh@example.com", "eine-andere-Wolke-7", "Somebody Else");
  expect(known.status).toBe(fresh.status);
  const shape = (reply: { headers: Headers; body: Record<string, Record<string, unknown>> }) => ({
    headers: [...reply.headers.keys()],
    fields: Object.fromEntries(
      Object.entries(reply.body.user ?? {}).map(([name, value]) => [name, typeof value]),
    ),
  });
  expect(shape(known)).toEqual(shape(fresh));
  expect(known.body.user).toMatchObject({ email, name: "Somebody Else", emailVerified: false });
  expect(await mailOf(email, "You have an account already")).toContain("/forgot-password");
  expect((await new Visitor().signIn(email, "eine-andere-Wolke-7")).status).toBe(401);
});

test("a mailbox that had its trial gets none for another account, which stores the reason", async () => {
  tried("address");
  for (const email of ["once@example.com", "once+more@example.com"]) {
    const visitor = new Visitor();
    await visitor.signUp(email);
    await visitor.get(`/verify-email?token=${tokenIn(await mailOf(email, "Confirm your mail address"))}`);
  }
  expect(await accountOf("once@example.com")).toMatchObject({ status: "trialing" });
  expect(await accountOf("once+more@example.com")).toMatchObject({
    status: "canceled",
    trialRefusal: "mailbox",
  });
  expect((await accountOf("once+more@example.com")).awaitsProof).toBe(false);
});

test("an address that the provider verified gets its trial immediately, another once it is verified", async () => {
  const { internalAdapter } = await auth().$context;
  const account = (accountId: string) => ({ accountId, providerId: "google" });
  const person = { name: "Grace Hopper", email: "proven@example.com" };
  await internalAdapter.createOAuthUser({ ...person, emailVerified: true }, account("1"));
  expect(await accountOf(person.email)).toMatchObject({ status: "trialing", monthly: 100 });
  const other = { ...person, email: "unproven@example.com" };
  const { user } = await internalAdapter.createOAuthUser({ ...other, emailVerified: false }, account("2"));
  expect((await accountOf(other.email)).awaitsProof).toBe(true);
  await internalAdapter.updateUser(user.id, { emailVerified: true });
  expect(await accountOf(other.email)).toMatchObject({ status: "trialing", monthly: 100 });
});
