import { hostedService } from "./hosted-service.ts";
import { expectSecretKeys, expectUnstoredAnswers, expectWorkWithoutClient } from "./key-secrecy.ts";
import { databaseProcess, killQuietly, pidOf } from "./own-service.ts";
import { processesOf } from "./processes.ts";
import { expect, expectedErrors, signUp, test } from "./support.ts";

const service = hostedService();

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", () =>
  expectSecretKeys(service, 1));

test("responses to a key in the URL have Cache-Control no-store and Referrer-Policy no-referrer", () =>
  expectUnstoredAnswers(service));

test("work continues when its client disconnects, and its result can be read", () =>
  expectWorkWithoutClient(service, [200]));

test("a page that failed while the database was away is shown once it is back, by Try again", async ({
  page,
}) => {
  // A server component that failed.
  expectedErrors.push("React error #441");
  await signUp(page, "/photos");
  const { place } = service;
  const server = await pidOf(place, databaseProcess);
  // A frozen server cannot start more processes.
  killQuietly(server, "SIGSTOP");
  const connections = (await processesOf(place.dataDir)).filter(({ command }) =>
    command.startsWith("postgres:"),
  );
  for (const { pid } of connections) killQuietly(pid, "SIGSTOP");
  try {
    await page.goto("/photos");
    await expect(page.getByText("The database does not answer at the moment.")).toBeVisible();
  } finally {
    for (const pid of [server, ...connections.map((one) => one.pid)]) killQuietly(pid, "SIGCONT");
  }
  await expect(async () => {
    await page.getByRole("button", { name: "Try again" }).click({ timeout: 1_000 });
    await expect(page.getByRole("heading", { name: "Photos" })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
});
