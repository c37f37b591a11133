import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { makeAccount } from "../testing/accounts.ts";
import { api } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { requireAccount, resumeAccount, suspendAccount } from "./state.ts";

everyTestTries("operator-accounts");

await useDatabase();

test("suspension rejects an account's keys with the reason, and resuming restores the account unchanged", async () => {
  const { userId, key } = await makeAccount({ monthly: 12, topup: 3 });
  const neighbour = await makeAccount();
  const ask = (apiKey: string) => api("credits", { key: apiKey });
  const before = [(await ask(key)).body, await requireAccount(userId)];
  expect([await suspendAccount(userId), await suspendAccount(userId)]).toEqual([true, false]);
  const { status, body } = await ask(key);
  expect([status, body.error.code]).toEqual([401, "invalid_api_key"]);
  expect(body.error.message).toBe("The account of this API key is suspended: write to the operator.");
  expect((await ask(neighbour.key)).status).toBe(200);
  expect([await resumeAccount(userId), await resumeAccount(userId)]).toEqual([true, false]);
  expect([(await ask(key)).body, await requireAccount(userId)]).toEqual(before);
});
