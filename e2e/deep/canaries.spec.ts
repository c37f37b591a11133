// Guards: none of twenty keys leaks in any form, and a client may disconnect at any time of its photo.
import { test } from "@playwright/test";
import { expectSecretKeys, expectWorkWithoutClient, type Watched } from "../key-secrecy.ts";
import { newPlace, removePlace, startServing } from "../own-service.ts";

// One service for all tests of this file; its log is checked from the first line to the last.
test.describe.configure({ mode: "default", timeout: 180_000 });

let service: Watched;

test.beforeAll(async () => {
  const place = await newPlace();
  const { output } = await startServing(place, { LOG_LEVEL: "trace" });
  service = { place, baseUrl: `http://127.0.0.1:${place.port}`, output };
});
test.afterAll(() => removePlace(service.place));

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", () =>
  expectSecretKeys(service, 18));

test("work continues when its client disconnects, and its result can be read", () =>
  expectWorkWithoutClient(service, [1, 50, 200, 500, 1_000, 2_000]));
