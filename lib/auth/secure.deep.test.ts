// Guards that each way in which an intruder could keep access to an account works until its owner recovers it.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { prepareWays, ways } from "../testing/auth/ways-to-stay.ts";
import { useDatabase } from "../testing/database.ts";
import { undoEmailChange } from "./email-change.ts";

await useDatabase();
beforeEach(() => void vi.useRealTimers());

describe.each(Object.keys(ways))("%s", (name) => {
  test("lets an intruder in before the change of address is undone", async () => {
    const { listOpen } = await prepareWays([name]);
    expect(await listOpen()).toEqual([name]);
  });

  test("lets nobody in after the change of address is undone", async () => {
    const { undo, listOpen } = await prepareWays([name]);
    await undoEmailChange(undo);
    expect(await listOpen()).toEqual([]);
  });
});
