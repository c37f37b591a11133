import { mkdtemp, readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { getAccount } from "#lib/accounts/state.ts";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { goodPassword, Visitor } from "#lib/testing/visitor.ts";
import { print } from "./admin/said.ts";
import { run } from "./admin.ts";
import { runNode } from "./parts/child.ts";

await useDatabase();

test("an account is created, suspended, resumed and deleted", async () => {
  const email = "shop@example.com";
  const made = await print(
    "account",
    "create",
    "--email",
    email,
    "--password",
    goodPassword,
    "--topup",
    "5",
    "--json",
  );
  const { account_id: userId } = JSON.parse(made);
  expect(await getAccount(email)).toMatchObject({ status: "trialing", topup: 5, emailVerified: true });
  const before = await getAccount(email);

  expect(await print("account", "suspend", "--email", email)).toContain("is suspended");
  expect(await print("account", "suspend", "--email", email)).toContain("already suspended");
  expect(JSON.parse(await print("account", "show", "--email", email, "--json")).suspended_at).toMatch(
    /^\d{4}-/,
  );
  expect((await new Visitor().signIn(email)).status).toBe(403);
  expect(await print("account", "resume", "--email", email)).toContain("active again");
  expect(await print("account", "resume", "--email", email)).toContain("was not suspended");
  expect(await getAccount(email)).toEqual(before);
  expect((await new Visitor().signIn(email)).status).toBe(200);

  expect(await print("account", "delete", "--email", email)).toContain(`kept under ${userId}`);
  expect(await getAccount(email)).toBeNull();
  expect(await db().ledgerEntry.count({ where: { userId } })).toBe(3);
  await expect(run(["account", "delete", "--email", email])).rejects.toThrow("No account has the address");
});

test("without billing the operator gives accounts an allowance; with billing the command says why not", async () => {
  const allow = ["allowance", "--email", "staff@example.com", "--credits", "40"];
  await expect(run(["account", ...allow])).rejects.toThrow("Allowances are for BILLING=off");
  vi.stubEnv("BILLING", "off");
  env.forget();
  await print("account", "create", "--email", "staff@example.com", "--json");
  expect(await getAccount("staff@example.com")).toMatchObject({ status: "active", monthly: 100 });
  expect(await print("account", ...allow)).toContain("40 credits from now on");
  expect(await getAccount("staff@example.com")).toMatchObject({ creditsLimit: 40, monthly: 40 });
  vi.unstubAllEnvs();
  env.forget();
});

test("a weak password creates no account", async () => {
  const words = ["account", "create", "--email", "weak@example.com", "--password", "manchester1"];
  await expect(run(words)).rejects.toThrow("one of the passwords that are tried first");
  expect(await getAccount("weak@example.com")).toBeNull();
});

test("`--help` shows the use of a command, of its group or of all, and runs nothing", async () => {
  expect(await print("account", "delete", "--help")).toMatch(/^Usage: .*\n\n {2}account delete --email E$/);
  expect(
    (await print("account", "--help")).split("\n").filter((line) => /^ {2}account /.test(line)).length,
  ).toBeGreaterThan(5);
  expect(await print("account", "delete", "--email", "shop@example.com", "-h")).toContain("account delete");
});

test("a mistyped command starts no database", async () => {
  await expect(run(["account", "crate"])).rejects.toThrow("Use:\n  account create");
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-mistyped-"));
  const script = path.join(import.meta.dirname, "start/admin.ts");
  const environment = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  const { code, output } = await runNode([script, "account", "create", "--mail", "a@b.example"], environment);
  expect([code, output]).toEqual([1, expect.stringContaining("Unknown option '--mail'")]);
  expect(await readdir(dataDir)).toEqual([]);
});
