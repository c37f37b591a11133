import { expect, test } from "vitest";
import { networkFaultOf, retryConnecting } from "./network-fault.ts";

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test("a fault is found in the cause of an error, and under a library's replacement code", () => {
  const behind = new Error("fetch failed", { cause: withCode("EAI_AGAIN") });
  expect(networkFaultOf(behind)).toMatchObject({ name: "name_lookup_failed", isTemporary: true });
  const renamed = withCode("ESOCKET", { originalCode: "ECONNREFUSED" });
  expect(networkFaultOf(renamed)).toMatchObject({ name: "refused", isTemporary: true });
  expect(networkFaultOf(withCode("ERR_TLS_CERT_ALTNAME_INVALID"))).toMatchObject({ isTemporary: false });
  expect(networkFaultOf(withCode("ENOSPC"))).toBeNull();
  expect(networkFaultOf("no error")).toBeNull();
});

/** Fails with these codes in turn, then succeeds. */
function failing(codes: string[]) {
  let runs = 0;
  const run = async () => {
    runs += 1;
    const code = codes.shift();
    if (code !== undefined) throw withCode(code);
    return runs;
  };
  return { run, runs: () => runs };
}

test("a failed connection is retried twice, and no other fault is", async () => {
  expect(await retryConnecting(failing(["EAI_AGAIN", "ECONNREFUSED"]).run)).toBe(3);
  const away = failing(Array.from({ length: 5 }, () => "EAI_AGAIN"));
  await expect(retryConnecting(away.run)).rejects.toThrow("EAI_AGAIN");
  expect(away.runs()).toBe(3);
  const sent = failing(["ECONNRESET"]);
  await expect(retryConnecting(sent.run)).rejects.toThrow("ECONNRESET");
  expect(sent.runs()).toBe(1);
});

test("a temporary lookup failure is retried longer if there is time, and no other fault is", async () => {
  const again = { lookupMs: 3_000 };
  expect(await retryConnecting(failing(["EAI_AGAIN", "ESERVFAIL", "EAI_AGAIN"]).run, again)).toBe(4);
  const refused = failing(["ECONNREFUSED", "ECONNREFUSED", "ECONNREFUSED"]);
  await expect(retryConnecting(refused.run, again)).rejects.toThrow("ECONNREFUSED");
  const away = failing(Array.from({ length: 9 }, () => "EAI_AGAIN"));
  await expect(retryConnecting(away.run, again)).rejects.toThrow("EAI_AGAIN");
  expect(away.runs()).toBe(4);
});

test("an aborted signal ends the pause between two attempts", async () => {
  const reason = new Error("deadline");
  const away = failing(["EAI_AGAIN", "EAI_AGAIN"]);
  await expect(retryConnecting(away.run, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(away.runs()).toBe(1);
});
