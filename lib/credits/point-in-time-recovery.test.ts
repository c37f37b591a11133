import { expect, test } from "vitest";
import { documentedSettings } from "#lib/testing/recovery/documented.ts";

test("the handbook has the settings of a recovery, which the deep test runs", async () => {
  const [primary, recovery] = await documentedSettings({});
  expect(primary).toMatch(/^archive_command = /m);
  expect(recovery).toMatch(/^restore_command = /m);
  expect(recovery).toMatch(/^recovery_target_time = /m);
});
