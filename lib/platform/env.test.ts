import { expect, test } from "vitest";
import { readEnvironment } from "./env.ts";

const company = { OIDC_ISSUER: "https://id.example/", OIDC_CLIENT_ID: "photos", OIDC_CLIENT_SECRET: "s" };

test("company sign-in is configured by issuer, client and secret, with domains in any case", () => {
  const change = {
    OIDC_DOMAINS: " Example.com,example.org ",
    OIDC_OPERATOR_CLAIM: "https://a.example/roles:admin",
  };
  expect(readEnvironment({ ...company, ...change })).toMatchObject({
    OIDC_ISSUER: "https://id.example",
    OIDC_DOMAINS: ["example.com", "example.org"],
    PASSWORD_SIGN_IN: "on",
  });
  // An operator's issuer may be at a private address.
  expect(readEnvironment({ ...company, OIDC_ISSUER: "http://10.0.0.7:8080/realms/a" })).toBeTruthy();
});

test.each<[string, Record<string, string | undefined>, RegExp]>([
  ["half a client", { ...company, OIDC_CLIENT_SECRET: undefined }, /OIDC_CLIENT_SECRET missing/],
  ["a domain without an issuer", { OIDC_DOMAINS: "example.com" }, /OIDC_ISSUER missing: OIDC_DOMAINS/],
  ["an operator claim without an issuer", { OIDC_OPERATOR_CLAIM: "a:b" }, /OIDC_ISSUER missing/],
  [
    "no way to sign in",
    { PASSWORD_SIGN_IN: "off" },
    /PASSWORD_SIGN_IN=off leaves no way to sign in: set OIDC_ISSUER/,
  ],
  [
    "the discovery document",
    { ...company, OIDC_ISSUER: "https://a.example/.well-known/x" },
    /must be the issuer/,
  ],
  ["another protocol", { ...company, OIDC_ISSUER: "ldap://a.example" }, /must begin with https/],
  ["an address as domain", { ...company, OIDC_DOMAINS: "@example.com" }, /domains such as example.com/],
  ["a claim without value", { ...company, OIDC_OPERATOR_CLAIM: "groups" }, /groups:photo-operators/],
  ["another switch", { ...company, PASSWORD_SIGN_IN: "no" }, /PASSWORD_SIGN_IN/],
])("a start is refused with %s, and names the fix", (_name, settings, problem) => {
  expect(() => readEnvironment(settings)).toThrow(problem);
});
