import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { forgetAll } from "../platform/lazy.ts";
import { listLegalPages, readLegalPage } from "./index.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "legal-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  forgetAll();
});

function configure(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  forgetAll();
}

test("without files and a seller there are no legal pages", async () => {
  expect(await listLegalPages()).toEqual([]);
});

test("legal pages show the operator's files as they are now, and a missing or empty file has no page", async () => {
  configure({ LEGAL_DIR: folder });
  await writeFile(path.join(folder, "terms.md"), "# Terms\n\nPay in time.\n");
  await writeFile(path.join(folder, "privacy.md"), "  \n");
  expect(await listLegalPages()).toEqual(["terms"]);
  await writeFile(path.join(folder, "terms.md"), "# Terms\n\nPay whenever.\n");
  expect(await readLegalPage("terms")).toBe("# Terms\n\nPay whenever.");
});

test("a file is read only up to the size limit", async () => {
  configure({ LEGAL_DIR: folder });
  await writeFile(path.join(folder, "contact.md"), "x".repeat(1024 * 1024));
  expect(await readLegalPage("contact")).toHaveLength(256 * 1024);
  await rm(path.join(folder, "contact.md"));
});

test("the seller's name and address are the contact page when there is no file", async () => {
  configure({ SELLER_NAME: "Ada & Co.", SELLER_ADDRESS: "Elm Street 1; 12345 Town" });
  expect(await readLegalPage("contact")).toBe("- Ada & Co.\n- Elm Street 1\n- 12345 Town");
});
