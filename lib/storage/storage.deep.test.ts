// Guards that files in a bucket arrive byte for byte in spite of every kind of fault, repeated and in many parts.

import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  describeFaults,
  describeMultipartFaults,
  describeRecordFaults,
  isOf,
  put,
  temporaryOf,
  useBucket,
} from "#lib/testing/storage/faults.ts";

const used = useBucket();
const { machine } = used;

describe("a bucket with faults", () => {
  describeFaults(used, [
    ["slow down", "PUT", 2],
    ["lost answer", "PUT", 2],
    ["lost after head", "PUT", 1],
    ["slow", "PUT", 1],
    ["slow down", "GET", 2],
    ["lost answer", "GET", 2],
    ["lost after head", "GET", 2],
    ["truncated", "GET", 3],
    ["damaged", "GET", 1],
    ["slow", "GET", 1],
  ]);
  describeRecordFaults(used, [
    ["truncated", 2],
    ["damaged", 1],
    ["lost after head", 2],
    ["slow down", 2],
  ]);
  describeMultipartFaults(used, [
    ["slow down", "PUT"],
    ["lost answer", "PUT"],
    ["lost answer", "POST"],
    ["slow down", "POST"],
  ]);

  test("during an outage calls fail fast without secrets, cached files are delivered, and service resumes after it", async () => {
    const store = machine();
    await put(store, "assets/faults/here", Buffer.from("here"));
    await put(machine(), "assets/faults/elsewhere", Buffer.from("elsewhere"));
    used.bucket.proxy.setAway("closed");
    const errors: Error[] = [];
    for (let call = 0; call < 8; call += 1) {
      errors.push(
        await store.locate("assets/faults/elsewhere").then(
          () => new Error("found"),
          (error) => error,
        ),
      );
    }
    for (const error of errors) {
      expect(error).toMatchObject({ name: "StorageError", isAway: true, retryable: true });
      const said = `${error.message} ${JSON.stringify(error)} ${String(error.cause)} ${JSON.stringify(error.cause)}`;
      const secret = new URL(used.bucket.url).password;
      for (const word of [secret, decodeURIComponent(secret), "Credential"]) expect(said).not.toContain(word);
    }
    const sent = used.bucket.proxy.calls.length;
    await expect(store.stat("assets/x")).rejects.toThrow("was not tried");
    expect(used.bucket.proxy.calls.length).toBe(sent);
    expect((await bytesOf(store, "assets/faults/here"))?.toString()).toBe("here");
    await expect.poll(() => store.isReachable(), { timeout: 10_000 }).toBe(false);
    used.bucket.proxy.setAway(null);
    await expect
      .poll(() => bytesOf(store, "assets/faults/elsewhere").catch(() => null), { timeout: 20_000 })
      .toEqual(Buffer.from("elsewhere"));
  });

  test("a replaceable file is used although it could not be stored, and any other file fails", async () => {
    const store = machine();
    await store.prepare();
    used.bucket.proxy.plan("slow down", isOf("PUT"), 100);
    await store.store(await temporaryOf(store, Buffer.from("derived")), "derived/x", { isReplaceable: true });
    expect((await bytesOf(store, "derived/x"))?.toString()).toBe("derived");
    await expect(put(store, "assets/x", Buffer.from("original"))).rejects.toMatchObject({ isAway: true });
    expect(await readdir(store.temporaryFolder)).toEqual([]);
  });
});
