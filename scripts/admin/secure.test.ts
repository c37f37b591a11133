import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { print } from "./said.ts";

await useDatabase();

test("securing an account reports what was revoked, and sends the owner a mail", async () => {
  const { userId, keyId } = await makeAccount();
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const printed = await print("account", "secure", "--email", email);
  expect(printed).toContain(`${email} is secured`);
  expect(printed).toContain("0 sessions, 1 API keys");
  expect((await db().apiKey.findUniqueOrThrow({ where: { id: keyId } })).revokedAt).not.toBeNull();
  expect(await db().outgoingMail.count({ where: { recipient: email } })).toBe(1);
  expect(JSON.parse(await print("account", "secure", "--email", email, "--json"))).toEqual({
    sessions: 0,
    api_keys: 0,
    webhook_endpoints: 0,
    second_step: false,
    providers: 0,
  });
});
