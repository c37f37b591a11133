import { expect, test, vi } from "vitest";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { useDatabase } from "../testing/database.ts";
import { Visitor } from "../testing/visitor.ts";
import { localeOf } from "./locale.ts";

await useDatabase();

const keptBy = async (email: string) => (await db().user.findUniqueOrThrow({ where: { email } })).locale;

test.each([
  [{}, "en"],
  [{ "accept-language": "de-CH, en;q=0.8" }, "de"],
  [{ "accept-language": "de", cookie: "theme=dark; locale=en" }, "en"],
  [{ "accept-language": "fr", cookie: "locale=de" }, "de"],
  [{ "accept-language": "de", cookie: "locale=xx" }, "de"],
  [{ cookie: "locale=%00; locale" }, "en"],
] as const)("a request with %j is answered in %s", (headers, locale) => {
  expect(localeOf(new Headers(headers))).toBe(locale);
});

test("an account has the language of its sign-up", async () => {
  const visitor = new Visitor();
  visitor.cookies.set("locale", "de");
  await visitor.signUp("signed-up@example.com");
  expect(await keptBy("signed-up@example.com")).toBe("de");
  expect(visitor.cookies.get("locale")).toBe("de");
});

test("signing in on another device sets its language to the account's", async () => {
  const email = "elsewhere@example.com";
  const visitor = new Visitor();
  visitor.cookies.set("locale", "de");
  await visitor.signUp(email);
  const other = new Visitor();
  other.cookies.set("locale", "en");
  await other.signIn(email, "not the password");
  expect(other.cookies.get("locale")).toBe("en");
  await other.signIn(email);
  expect(other.cookies.get("locale")).toBe("de");
  expect(await keptBy(email)).toBe("de");
});

test("an account without a language gets that of its next sign-in", async () => {
  const email = "older@example.com";
  await new Visitor().signUp(email);
  await db().user.update({ where: { email }, data: { locale: null } });
  const visitor = new Visitor();
  visitor.cookies.set("locale", "de");
  await visitor.signIn(email);
  expect(await keptBy(email)).toBe("de");
});

test("the language cookie is Secure only if BASE_URL uses https", async () => {
  const sent = async (email: string) => {
    const cookies = (await new Visitor().signUp(email)).headers.getSetCookie();
    return cookies.find((cookie) => cookie.startsWith("locale="));
  };
  expect(await sent("plain@example.com")).not.toMatch(/Secure/);
  const address = vi.spyOn(env(), "BASE_URL", "get").mockReturnValue("https://photos.example.com");
  expect(await sent("encrypted@example.com")).toMatch(/^locale=en; .*Secure/);
  address.mockRestore();
});
