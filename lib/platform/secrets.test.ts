import { execFile } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { restartWithSecrets } from "#lib/testing/secrets.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { env } from "./env.ts";
import { deriveSecret, keyedHash, keyedHashes, openSealed, seal, sharedSecrets, unseal } from "./secrets.ts";

everyTestTries("secrets");

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "secrets-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const file = () => path.join(folder, "secrets.json");

/** Requests a secret in `count` processes concurrently; each waits for the same start time. */
async function askInProcesses(count: number): Promise<string[]> {
  const at = Date.now() + 1500;
  const code = `import { deriveSecret } from "./lib/platform/secrets.ts";
    while (Date.now() < ${at});
    process.stdout.write(deriveSecret(${JSON.stringify(folder)}, "auth"));`;
  const cwd = path.resolve(import.meta.dirname, "../..");
  const runs = Array.from({ length: count }, () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd }),
  );
  return (await Promise.all(runs)).map(({ stdout }) => stdout);
}

test("a secret has 64 hex characters, differs by name, and is the same on each call", () => {
  const secret = deriveSecret(folder, "a");
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(deriveSecret(folder, "a")).toBe(secret);
  expect(deriveSecret(folder, "b")).not.toBe(secret);
  expect(deriveSecret(path.join(folder, "new", "deep"), "a")).not.toBe(secret);
});

test("only the owner can read the file", () => {
  deriveSecret(folder, "a");
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
});

test("processes that start concurrently get the same secret", async () => {
  const secrets = await askInProcesses(runsOf(6, 2));
  expect(new Set(secrets).size).toBe(1);
  expect(fs.readdirSync(folder)).toEqual(["secrets.json"]);
});

test.each([
  ["cut off", '{"root": "abc'],
  ["empty", ""],
  ["another document", '{"root": 7}'],
  ["zeros", "\0".repeat(80)],
  ["one character short", JSON.stringify({ root: "a".repeat(63) })],
])("a damaged file (%s) is reported with its fix and left unchanged", (_what, content) => {
  fs.writeFileSync(file(), content);
  for (const attempt of [1, 2]) {
    expect(() => deriveSecret(folder, "a"), String(attempt)).toThrow(`${file()} is damaged. Restore it`);
  }
  expect(fs.readFileSync(file(), "utf8")).toBe(content);
  expect(fs.readdirSync(folder)).toEqual(["secrets.json"]);
});

test("new secrets are created after the operator deletes a damaged file", () => {
  fs.writeFileSync(file(), "damaged");
  expect(() => deriveSecret(folder, "a")).toThrow("delete it and start again");
  fs.rmSync(file());
  expect(deriveSecret(folder, "a")).toMatch(/^[0-9a-f]{64}$/);
});

test("sealed text can be opened only for its purpose, and not after a change of any byte", () => {
  const text = "whsec_\u{1F511}";
  const sealed = seal("a", text);
  expect(seal("a", text)).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("whsec");
  expect(unseal("a", sealed)).toBe(text);
  expect(() => unseal("b", sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal("a", changed.toString("base64"))).toThrow();
  }
  expect(() => unseal("a", "")).toThrow();
});

test("after any sequence of rotations text is readable with the current and previous secrets only", () => {
  const secrets = fc.uniqueArray(fc.string({ minLength: 32 }), { minLength: 3, maxLength: 5 });
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (sequence, purpose, text) => {
      const written = sequence.map((current, index) => {
        restartWithSecrets({ current, previous: sequence[index - 1] });
        return { sealed: seal(purpose, text), hash: keyedHash(purpose, text) };
      });
      const last = sequence.length - 1;
      for (const [index, { sealed, hash }] of written.entries()) {
        const isReadable = index >= last - 1;
        if (isReadable) expect(unseal(purpose, sealed)).toBe(text);
        else expect(() => unseal(purpose, sealed)).toThrow("neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS");
        expect(keyedHashes(purpose, text).includes(hash)).toBe(isReadable);
        const opened = sequence.map((candidate) => openSealed(candidate, purpose, sealed));
        expect(opened).toEqual(sequence.map((_, at) => (at === index ? text : null)));
      }
    }),
    { numRuns: runsOf(100) },
  );
  restartWithSecrets({});
});

test("text sealed by the previous version can be opened, and hashes are the same", () => {
  restartWithSecrets({ current: "a secret of the version before, 32+ characters" });
  expect(unseal("a", "QcjvByL5Eb7HHdaDGBA1MLg80Sw15rUi5xaByonWFZqvqwFCEg==")).toBe("whsec_old");
  expect(keyedHash("p", "text")).toBe("dfc31d6b443acb1a527fd17fb5bf4a85008c40a5405115b62c5c8f879fa90fb5");
  restartWithSecrets({});
});

test("machines with the same AUTH_SECRET sign alike, and accept signatures from before it was set", () => {
  const machines = ["one", "two"].map((name) => path.join(folder, name));
  const { DATA_DIR } = env();
  const on = (dataDir: string, secrets: { current?: string; previous?: string }) => {
    restartWithSecrets(secrets);
    Object.assign(env(), { DATA_DIR: dataDir });
    return sharedSecrets("uploads");
  };
  const [one = "", two = ""] = machines;
  const alone = on(one, {});
  expect(alone).toEqual([deriveSecret(one, "uploads")]);
  const [current = "", next = ""] = ["a", "b"].map((letter) => letter.repeat(32));
  const shared = on(one, { current });
  expect(shared).toEqual([on(two, { current })[0], ...alone]);
  expect(on(two, { current: next, previous: current })).toContain(shared[0]);
  expect(on(two, { current, previous: next })).toContain(on(one, { current: next })[0]);
  Object.assign(env(), { DATA_DIR });
  restartWithSecrets({});
});
